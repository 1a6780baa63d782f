internal import WirelineCore
internal import WirelineRequests

/// A URL with variables: `https://h/product/{id}`. Values are percent-encoded (RFC 6570, level 1),
/// so that they cannot change the structure of the URL.
enum URLTemplate {
  /// Expands the variables.
  ///
  /// - Parameter value: returns the value of a variable, or nil.
  static func filled(
    _ text: String, _ value: (String) -> String?
  ) throws(UsageError) -> String {
    if let range = range(in: text) { throw unexpanded(range, "{1..9}") }
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      out.append(contentsOf: rest[..<open])
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw invalid(text, "missing \"}\"")
      }
      let name = String(rest[..<close])
      guard isName(name) else {
        if name.contains(","), !name.contains("\"") { throw unexpanded("{\(name)}", "{\(name)}") }
        throw invalid(text, "\"{\(name)}\" is not a variable name")
      }
      guard let value = value(name) else {
        throw invalid(text, "variable \"\(name)\" has no value")
      }
      out += PercentEncoding.component(value)
      rest = rest[rest.index(after: close)...]
    }
    out.append(contentsOf: rest)
    return out
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-.".utf8.contains($0) }
  }

  /// The first of curl's ranges: `[1-9]`, `[a-z]` or `[1-9:2]`.
  private static func range(in text: String) -> String? {
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let bounds = rest[rest.index(after: open)..<close].prefix { $0 != ":" }
        .split(separator: "-", omittingEmptySubsequences: false)
      let isRange =
        bounds.allSatisfy { Int(digits: $0) != nil }
        || bounds.allSatisfy { $0.count == 1 && $0.first?.isLetter == true }
      if bounds.count == 2, isRange { return String(rest[open...close]) }
      rest = rest[rest.index(after: close)...]
    }
    return nil
  }

  private static func unexpanded(_ pattern: String, _ braces: String) -> UsageError {
    UsageError(
      "\"\(pattern)\" is a pattern of curl, which req does not expand",
      hint: "bash expands \(braces) outside quotes; --globoff sends the URL unchanged")
  }

  private static func invalid(_ text: String, _ reason: String) -> UsageError {
    UsageError(
      "invalid URL template \"\(InvalidURL.masked(text))\": \(reason)",
      hint: "set variables with --var name=value, or send braces unchanged with --globoff")
  }
}

/// Abbreviated URLs: https by default, http for `:8080/x` and `localhost`, where certificates are
/// rare.
enum URLShorthand {
  static func expanded(_ text: String) -> String {
    if hasScheme(text) { return text }
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
