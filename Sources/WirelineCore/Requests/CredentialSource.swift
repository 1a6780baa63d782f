/// Fills in the secret that a request names.
package protocol CredentialSource: Sendable {
  func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification
}

/// Knows no secret.
package struct NoCredentials: CredentialSource {
  package init() {}

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    request
  }
}
