/// The API key, filled in where a request names it, and only there.
package struct YelpAPIKey: CredentialSource {
  private let key: String
  private let baseURL: RequestURL

  /// - Parameters:
  ///   - key: never empty. A secret.
  ///   - baseURL: where the key may go.
  package init(key: String, baseURL: RequestURL) {
    self.key = key
    self.baseURL = baseURL
  }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard request.credential == YelpRequestBuilding.credentialName,
      request.url.hasSameOrigin(as: baseURL)
    else { return request }
    var filled = request
    filled.headers.set("Authorization", "Bearer \(key)")
    return filled
  }
}
