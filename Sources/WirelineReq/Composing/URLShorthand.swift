internal import WirelineCore
internal import WirelineRequests

/// Abbreviated URLs: https by default, http for `:8080/x` and `localhost`, where certificates are
/// rare.
enum URLShorthand {
  /// - Parameter scheme: that of a URL without one, instead of the default.
  static func expanded(_ text: String, scheme: String? = nil) -> String {
    if hasScheme(text) { return text }
    if let scheme, !text.hasPrefix("/"), !text.hasPrefix(":") { return scheme + "://" + text }
    if text.hasPrefix(":") {
      let rest = text.dropFirst()
      // Without a port number.
      return "http://localhost" + (rest.first == "/" || rest.isEmpty ? "" : ":") + rest
    }
    if text.hasPrefix("//") { return "https:" + text }
    let host = text.prefix { !"/?#".contains($0) }
    return (isLocal(host) ? "http://" : "https://") + text
  }

  /// Whether a host is `localhost`, one of its subdomains, or a loopback address, with or without a
  /// port.
  private static func isLocal(_ authority: Substring) -> Bool {
    let name = authority.split(separator: "@").last ?? ""
    if name.hasPrefix("[::1]") { return true }
    let host = name.prefix { $0 != ":" }.lowercased()
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
  }

  /// Whether a text begins with a scheme, RFC 3986 §3.1, rather than with a host and port.
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
    // `host:8080/x` begins with a host, `mailto:a` and `htp:/x` with a scheme, which is rejected
    // later.
    let port = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isPort = port.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    // `user:password@host` begins with a user, `mailto:a@b` with a scheme.
    if scheme.lowercased() != "mailto", port.contains("@") { return false }
    return isScheme && !(isPort && !port.isEmpty) && !scheme.contains(".")
      && scheme.lowercased() != "localhost"
  }
}
