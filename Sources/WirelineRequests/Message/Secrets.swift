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
}
