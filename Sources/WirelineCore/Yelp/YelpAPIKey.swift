/// The API key, filled in where a request names it, and only there.
package struct YelpAPIKey: CredentialSource {
  private let key: String
  private let baseURL: RequestURL
  private let isLoopbackTaken: Bool

  /// - Parameters:
  ///   - key: never empty. A secret.
  ///   - baseURL: where the key may go.
  ///   - isLoopbackTaken: whether it may also go to a stand-in on loopback,
  ///     whatever its port.
  package init(key: String, baseURL: RequestURL, isLoopbackTaken: Bool = false) {
    self.key = key
    self.baseURL = baseURL
    self.isLoopbackTaken = isLoopbackTaken
  }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard request.credential == YelpRequestBuilding.credentialName else { return request }
    guard request.url.hasSameOrigin(as: baseURL) || isLoopbackTaken && request.url.isLoopback
    else {
      throw RequestError(
        .credentialRefused(
          name: YelpRequestBuilding.credentialName, why: "does not go to \(request.url.origin)"))
    }
    var filled = request
    filled.headers.set("Authorization", "Bearer \(key)")
    return filled
  }
}
