package import WirelineRequests

/// The API key, filled in where a request names it, and only there.
package struct YelpAPIKey: CredentialSource {
  private let key: String
  private let places: [RequestURL]

  /// - Parameters:
  ///   - key: never empty. A secret.
  ///   - baseURL: where the key may go.
  ///   - standIn: where it may go too; only a loopback address counts.
  package init(key: String, baseURL: RequestURL, standIn: RequestURL? = nil) {
    self.key = key
    places = [baseURL] + [standIn].compactMap { $0?.isLoopback == true ? $0 : nil }
  }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard request.credential == YelpRequestBuilding.credentialName else { return request }
    guard places.contains(where: { request.url.hasSameOrigin(as: $0) }) else {
      throw RequestError(
        .credentialRefused(
          name: YelpRequestBuilding.credentialName, why: "does not go to \(request.url.origin)"),
        attempts: 0)
    }
    var filled = request
    filled.headers.set("Authorization", "Bearer \(key)")
    return filled
  }
}
