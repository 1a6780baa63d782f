/// What must never be told: the one list that logs, cassettes and redirects
/// share.
package enum Secrets {
  /// Header fields whose values are secrets, lower case.
  package static let headerNames = [
    "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key",
  ]

  /// What stands in a secret's place.
  package static let mask = "REDACTED"

  package static func isSecret(header name: String) -> Bool {
    headerNames.contains { name.isSameFieldName(as: $0) }
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
