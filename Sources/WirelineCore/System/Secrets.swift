/// What must never be told: the one list that logs, cassettes and redirects
/// share.
package enum Secrets {
  /// Header fields whose values are secrets, lower case.
  package static let headerNames = [
    "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key",
  ]

  /// Query parameters whose values are secrets as a rule, lower case, without
  /// `-` and `_`.
  package static let parameterNames = [
    "apikey", "key", "accesstoken", "token", "password", "secret", "clientsecret", "signature",
    "sig", "auth",
  ]

  /// What stands in a secret's place.
  package static let mask = "REDACTED"

  package static func isSecret(header name: String) -> Bool {
    if headerNames.contains(where: { name.isSameFieldName(as: $0) }) { return true }
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return headerEndings.contains { plain.hasSuffix($0) }
  }

  /// How names of fields end that services have for their keys, without `-` and `_`:
  /// `Private-Token`, `X-Auth-Token`, `Ocp-Apim-Subscription-Key`.
  private static let headerEndings = [
    "apikey", "authkey", "accesskey", "subscriptionkey", "authtoken", "accesstoken",
    "privatetoken", "securitytoken", "sessiontoken", "vaulttoken", "secret", "password",
    "authorization",
  ]

  /// The same parameters, secret values masked.
  package static func redacted(
    parameters: [(name: String, value: String)]
  ) -> [(String, String)] {
    parameters.map { isSecret(parameter: $0.name) ? ($0.name, mask) : ($0.name, $0.value) }
  }

  /// A URL for a log: no password, no secret parameter.
  package static func redacted(url: RequestURL) -> String { redacted(url).text }

  /// The same as a URL.
  package static func redacted(_ url: RequestURL) -> RequestURL {
    guard let query = url.query else { return url }
    var masked = url
    masked.query = redacted(query: query)
    return masked
  }

  /// The same for a text that may be one, or one of another scheme.
  package static func redacted(url text: String) -> String {
    if let url = try? RequestURL(text) { return redacted(url: url) }
    let masked = withoutUserInformation(InvalidURL.printable(text))
    guard let mark = masked.firstIndex(of: "?") else { return masked }
    return masked[...mark] + redacted(query: masked[masked.index(after: mark)...])
  }

  /// A `@` is the end of a password in the authority only, RFC 3986 §3.2: behind `//`, and before
  /// the path. In a path it is a letter like others.
  private static func withoutUserInformation(_ text: String) -> String {
    let isSlash = { (character: Character) in character == "/" || character == "\\" }
    let scheme = text.prefix { $0 != ":" && $0 != "?" && $0 != "#" && !isSlash($0) }
    let rest =
      text[scheme.endIndex...].first == ":" ? text[scheme.endIndex...].dropFirst() : text[...]
    let slashes = rest.prefix(while: isSlash)
    // Who follows links takes any number of slashes behind these schemes (WHATWG URL §4.4).
    let isWeb =
      ["http", "https"].contains(scheme.lowercased()) && rest.startIndex > scheme.endIndex
    guard isWeb || slashes.count >= 2 else { return text }
    let authority = rest[slashes.endIndex...].prefix { $0 != "?" && $0 != "#" && !isSlash($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return text[..<authority.startIndex] + "***" + text[at...]
  }

  /// - Parameter mask: what stands in the place of a parameter's value, by its name and its value
  ///   as they are written.
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

  static func isSecret(parameter name: String) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" })
    return parameterNames.contains(plain)
  }

  /// The same request, secret values masked; a password in its URL is never
  /// written anyway.
  package static func redacted(_ request: RequestSpecification) -> RequestSpecification {
    var request = request
    request.headers = redacted(request.headers)
    request.url = redacted(request.url)
    return request
  }

  /// The same fields, secret values masked.
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
