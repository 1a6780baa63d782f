/// Basic authentication, RFC 7617.
package enum BasicCredentials {
  /// The value of `Authorization` for `user:password`. A secret.
  package static func value(_ userAndPassword: String) -> String {
    "Basic " + Base64.encode(Array(userAndPassword.utf8))
  }
}
