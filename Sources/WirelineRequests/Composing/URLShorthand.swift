/// URLs as people type them: without a scheme it is https, `:8080/x` and
/// `localhost` are http, since nobody has a certificate there.
package enum URLShorthand {
  package static func expanded(_ text: String) -> String {
    if hasScheme(text) { return text }
    if text.hasPrefix(":") {
      let rest = text.dropFirst()
      // `:/x` is port 80.
      return "http://localhost" + (rest.first == "/" || rest.isEmpty ? "" : ":") + rest
    }
    if text.hasPrefix("//") { return "https:" + text }
    let host = text.prefix { !"/?#".contains($0) }
    return (isLocal(host) ? "http://" : "https://") + text
  }

  /// `localhost`, its subdomains, and loopback addresses, with or without a
  /// port.
  private static func isLocal(_ authority: Substring) -> Bool {
    let name = authority.split(separator: "@").last ?? ""
    if name.hasPrefix("[::1]") { return true }
    let host = name.prefix { $0 != ":" }.lowercased()
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
  }

  /// A scheme, RFC 3986 §3.1, and not a host with its port.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else {
      return false
    }
    let isScheme = scheme.utf8.allSatisfy {
      HeaderFields.isTokenByte($0) && $0 != 0x5F || $0 == 0x2B
    }
    let rest = text[text.index(after: colon)...]
    if rest.hasPrefix("//") { return isScheme }
    // `host:8080/x` is none, `mailto:a` and `htp:/x` are, and refused later.
    let port = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isPort = port.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    // `user:password@host` is none either, but `mailto:a@b` is.
    if scheme.lowercased() != "mailto", port.contains("@") { return false }
    return isScheme && !(isPort && !port.isEmpty) && !scheme.contains(".")
      && scheme.lowercased() != "localhost"
  }
}
