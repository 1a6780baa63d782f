internal import WirelineCore

/// Names whose values are secrets, shared by logs, cassettes and redirects.
package enum Secrets {
  /// Header fields whose values are secrets, lower case.
  package static let headerNames = [
    "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key",
  ]

  /// Query parameters whose values are usually secrets: lower case, without `-` and `_`.
  package static let parameterNames = [
    "apikey", "appid", "key", "accesstoken", "token", "password", "secret", "clientsecret",
    "signature",
    "sig", "auth",
  ]

  package static let mask = "REDACTED"

  package static func isSecret(header name: String) -> Bool {
    if headerNames.contains(where: { name.isSameFieldName(as: $0) }) { return true }
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return headerSuffixes.contains { plain.hasSuffix($0) }
  }

  /// Suffixes of header names that services use for keys, without `-` and `_`: `Private-Token`,
  /// `X-Auth-Token`, `Ocp-Apim-Subscription-Key`, `X-Session-Id`. `Session-Timeout` is not secret.
  private static let headerSuffixes = [
    "apikey", "authkey", "accesskey", "subscriptionkey", "authtoken", "accesstoken",
    "privatetoken", "securitytoken", "sessiontoken", "vaulttoken", "secret", "password",
    "authorization", "session", "sessionid", "sessionkey",
  ]

  /// Replaces the values of secret parameters by `mask`.
  package static func redacted(
    parameters: [(name: String, value: String)]
  ) -> [(String, String)] {
    parameters.map { isSecret(parameter: $0.name) ? ($0.name, mask) : ($0.name, $0.value) }
  }

  /// Replaces the values of secret parameters of a raw query, and leaves the rest unchanged.
  ///
  /// - Parameter mask: returns the replacement of a value from its raw name and value.
  package static func redacted(
    query: some StringProtocol, _ mask: (Substring, Substring) -> String = { _, _ in Self.mask }
  ) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let pair = Substring(pair)
      let name = pair.prefix { $0 != "=" }
      guard isSecret(parameter: String(name)) else { return String(pair) }
      return "\(name)=\(mask(name, pair[name.endIndex...].dropFirst()))"
    }.joined(separator: "&")
  }

  package static func isSecret(parameter name: String) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" })
    return parameterNames.contains(plain)
  }

  /// `Authorization: REDACTED`
  @Sendable package static func maskedHeader(_ field: String) -> String {
    let name = field.prefix { $0 != ":" }
    return isSecret(header: name.trimmingSpaces) ? "\(name): \(mask)" : field
  }

  /// The URL with its password and its secret parameters masked; other texts are not changed.
  @Sendable package static func maskedURL(_ url: String) -> String {
    maskedQuery(maskedPassword(url))
  }

  /// `http://host/cities?api_key=REDACTED`
  private static func maskedQuery(_ url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    return url[...mark] + redacted(query: url[url.index(after: mark)...])
  }

  /// `http://user:REDACTED@host`. Masks a user name without a password: it may be a token.
  private static func maskedPassword(_ url: String) -> String {
    let authority = url.firstRange(ofText: "://")?.upperBound ?? url.startIndex
    guard let at = url.lastIndex(of: "@"), at > authority else { return url }
    if let colon = url[authority..<at].firstIndex(of: ":") {
      return url[...colon] + mask + url[at...]
    }
    return url[authority..<at].contains("/") ? url : url[..<authority] + mask + url[at...]
  }
}

extension Secrets {
  /// The URL for logs, without password and secret parameters.
  package static func redacted(url: RequestURL) -> String { redacted(url).text }

  package static func redacted(_ url: RequestURL) -> RequestURL {
    guard let query = url.query else { return url }
    var masked = url
    masked.query = redacted(query: query)
    return masked
  }

  /// Redacts a text that may be a URL with any scheme.
  package static func redacted(url text: String) -> String {
    if let url = try? RequestURL(text) { return redacted(url: url) }
    return maskedQuery(withoutUserInformation(InvalidURL.printable(text)))
  }

  /// A `@` ends the user information only within the authority, RFC 3986 §3.2.
  private static func withoutUserInformation(_ text: String) -> String {
    let isSlash = { (character: Character) in character == "/" || character == "\\" }
    let scheme = text.prefix { $0 != ":" && $0 != "?" && $0 != "#" && !isSlash($0) }
    let rest =
      text[scheme.endIndex...].first == ":" ? text[scheme.endIndex...].dropFirst() : text[...]
    let slashes = rest.prefix(while: isSlash)
    // Clients accept any number of slashes after these schemes (WHATWG URL §4.4).
    let hasColon = rest.startIndex > scheme.endIndex
    let isWeb = hasColon && ["http", "https"].contains(scheme.lowercased())
    guard isWeb || slashes.count >= 2 else { return text }
    let authority = rest[slashes.endIndex...].prefix { $0 != "?" && $0 != "#" && !isSlash($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return text[..<authority.startIndex] + "***" + text[at...]
  }

  /// The request with secret values masked. Passwords in URLs are never written.
  package static func redacted(_ request: RequestSpecification) -> RequestSpecification {
    var request = request
    request.headers = redacted(request.headers)
    request.url = redacted(request.url)
    return request
  }

  package static func redacted(_ headers: HeaderFields) -> HeaderFields {
    HeaderFields(
      headers.fields.map {
        if isSecret(header: $0.name) { return HeaderFields.Field(name: $0.name, value: mask) }
        if ["Location", "Content-Location", "Referer"].contains(where: $0.name.isSameFieldName) {
          return HeaderFields.Field(name: $0.name, value: redacted(url: $0.value))
        }
        return $0
      })
  }
}
