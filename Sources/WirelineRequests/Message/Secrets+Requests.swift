package import WirelineCore

extension Secrets {
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
