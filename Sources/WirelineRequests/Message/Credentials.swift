internal import WirelineCore

/// Adds credentials to requests.
package protocol CredentialSource: Sendable {
  func fill(_ request: inout RequestSpecification) throws(RequestError)

  /// The `user:password` for a URL, such as that of a redirect; nil for none. Secret.
  func login(for url: RequestURL) -> String?
}

extension CredentialSource {
  package func login(for url: RequestURL) -> String? { nil }
}

/// Named credentials; requests without a name are passed to another source.
package struct NamedCredentials: CredentialSource {
  private let sources: [String: any CredentialSource]
  private let other: any CredentialSource

  package init(_ sources: [String: any CredentialSource], other: any CredentialSource) {
    self.sources = sources
    self.other = other
  }

  package func fill(_ request: inout RequestSpecification) throws(RequestError) {
    guard let name = request.credential else { return try other.fill(&request) }
    guard let source = sources[name] else {
      throw RequestError(
        .credentialRefused(name: name, why: "is not configured: add --credential \(name)"),
        attempts: 0)
    }
    try source.fill(&request)
  }

  package func login(for url: RequestURL) -> String? { other.login(for: url) }
}

package struct NoCredentials: CredentialSource {
  package init() {}

  package func fill(_ request: inout RequestSpecification) throws(RequestError) {}
}

/// Basic authentication, RFC 7617.
package enum BasicCredentials {
  /// The `Authorization` value for `user:password`. Secret.
  package static func value(_ userAndPassword: String) -> String {
    "Basic " + Base64.encode(Array(userAndPassword.utf8))
  }

  /// The password in an `Authorization` value; nil for other schemes and invalid values. Secret.
  package static func password(in value: String) -> String? {
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "basic",
      let bytes = Base64.decode(String(words[1])), let colon = bytes.firstIndex(of: 0x3A)
    else { return nil }
    return String(validating: bytes[(colon + 1)...], as: UTF8.self)
  }
}

extension RequestURL {
  /// User and password of the URL, decoded. Secret.
  package var login: String? {
    userInformation.map { String(decoding: PercentEncoding.decoded($0[...]), as: UTF8.self) }
  }

  /// User and password of the URL as an `Authorization` value, RFC 7617. Secret.
  package var basicCredentials: String? {
    guard let userInformation else { return nil }
    let parts = userInformation.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var bytes = PercentEncoding.decoded(parts[0])
    bytes.append(0x3A)
    if parts.count > 1 { bytes += PercentEncoding.decoded(parts[1]) }
    return "Basic " + Base64.encode(bytes)
  }
}
