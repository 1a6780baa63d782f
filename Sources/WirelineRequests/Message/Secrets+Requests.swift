package import WirelineCore

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
    let masked = withoutUserInformation(InvalidURL.printable(text))
    guard let mark = masked.firstIndex(of: "?") else { return masked }
    return masked[...mark] + redacted(query: masked[masked.index(after: mark)...])
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
