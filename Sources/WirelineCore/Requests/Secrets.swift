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
    headerNames.contains { name.isSameFieldName(as: $0) }
  }

  /// The same parameters, secret values masked.
  package static func redacted(
    parameters: [(name: String, value: String)]
  ) -> [(String, String)] {
    parameters.map { isSecret(parameter: $0.name) ? ($0.name, mask) : ($0.name, $0.value) }
  }

  /// A URL for a log: no password, no secret parameter.
  package static func redacted(url: RequestURL) -> String {
    guard let query = url.query else { return url.text }
    var masked = url
    masked.query = query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      return isSecret(parameter: String(name)) ? "\(name)=\(mask)" : String(pair)
    }.joined(separator: "&")
    return masked.text
  }

  private static func isSecret(parameter name: String) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" })
    return parameterNames.contains(plain)
  }

  /// The same request, secret values masked; a password in its URL is never
  /// written anyway.
  package static func redacted(_ request: RequestSpecification) -> RequestSpecification {
    var request = request
    request.headers = redacted(request.headers)
    return request
  }

  /// The same fields, secret values masked.
  package static func redacted(_ headers: HeaderFields) -> HeaderFields {
    HeaderFields(
      headers.fields.map {
        isSecret(header: $0.name) ? HeaderFields.Field(name: $0.name, value: mask) : $0
      })
  }
}
