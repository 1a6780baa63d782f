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

  package static func isSecret(parameter name: String) -> Bool {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" })
    return parameterNames.contains(plain)
  }
}
