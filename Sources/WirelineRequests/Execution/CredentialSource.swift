/// Fills in the secret that a request names.
package protocol CredentialSource: Sendable {
  func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification
}

/// Knows several secrets by their names, and passes on what names none.
package struct NamedCredentials: CredentialSource {
  private let sources: [String: any CredentialSource]
  private let other: any CredentialSource

  /// - Parameter other: fills in what needs no name.
  package init(_ sources: [String: any CredentialSource], other: any CredentialSource) {
    self.sources = sources
    self.other = other
  }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard let name = request.credential else { return try other.fill(request) }
    guard let source = sources[name] else {
      throw RequestError(
        .credentialRefused(name: name, why: "was not given: say --credential \(name)"),
        attempts: 0)
    }
    return try source.fill(request)
  }
}

/// Knows no secret.
package struct NoCredentials: CredentialSource {
  package init() {}

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    request
  }
}
