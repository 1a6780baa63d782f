internal import WirelineCore

/// Basic authentication, RFC 7617.
package enum BasicCredentials {
  /// The value of `Authorization` for `user:password`. A secret.
  package static func value(_ userAndPassword: String) -> String {
    "Basic " + Base64.encode(Array(userAndPassword.utf8))
  }

  /// The password in a value of `Authorization`; nil where it is of another scheme, or no such
  /// value at all. A secret.
  package static func password(in value: String) -> String? {
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "basic",
      let bytes = Base64.decode(String(words[1])), let colon = bytes.firstIndex(of: 0x3A)
    else { return nil }
    return String(validating: bytes[(colon + 1)...], as: UTF8.self)
  }
}
