package import WirelineCore
package import WirelineRequests

extension ToolContext {
  /// Returns the Yelp API key.
  ///
  /// A file on the command line takes precedence over `YELP_API_KEY`, which takes precedence over a
  /// file in the configuration.
  ///
  /// - Parameters:
  ///   - file: `--api-key-file`.
  ///   - isReplay: whether nothing is sent, so that the key is not needed.
  /// - Throws: if a valid key is missing.
  package func yelpKey(file: String?, isReplay: Bool = false) throws(UsageError) -> String {
    let variable = environment["YELP_API_KEY"] ?? ""
    if isReplay { return variable.isEmpty ? "replay" : variable }
    if var file, variable.isEmpty || isGiven("api-key-file") {
      // No shell expands the tilde in a configuration file.
      if file.hasPrefix("~/"), let home = environment["HOME"] { file = home + file.dropFirst() }
      let key = try SecretFile.read(file, noun: "API key", unreadable: .unauthorized)
      return try Self.checked(key, from: "\"\(file)\"")
    }
    if variable.isEmpty {
      let state = environment["YELP_API_KEY"] == nil ? "not set" : "empty"
      throw UsageError(
        "missing API key: YELP_API_KEY is \(state)",
        hint:
          "create a key at https://www.yelp.com/developers/v3/manage_app and export YELP_API_KEY",
        status: .unauthorized)
    }
    return try Self.checked(variable, from: "YELP_API_KEY")
  }

  /// Rejects characters such as a line break, which would end the header field.
  private static func checked(_ key: String, from source: String) throws(UsageError) -> String {
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw UsageError(
        "invalid API key in \(source): expected visible ASCII characters", status: .unauthorized)
    }
    return key
  }
}

/// The option that names the file of the API key.
package struct YelpKeyOptions: Sendable {
  @Option(
    "api-key-file", "file",
    "Read the API key from a file that only you can read")
  package var apiKeyFile: String?

  package init() {}
}

/// Adds the API key to requests that name it as their credential.
package struct YelpAPIKey: CredentialSource {
  private let key: String
  private let origins: [RequestURL]

  /// - Parameters:
  ///   - key: a secret; never empty.
  ///   - baseURL: the origin that may receive the key.
  ///   - standIn: another such origin; ignored unless it is on loopback.
  package init(key: String, baseURL: RequestURL, standIn: RequestURL? = nil) {
    self.key = key
    origins = [baseURL] + [standIn].compactMap { $0?.isLoopback == true ? $0 : nil }
  }

  package func fill(_ request: inout RequestSpecification) throws(RequestError) {
    guard request.credential == YelpRequestBuilder.credentialName else { return }
    guard origins.contains(where: { request.url.hasSameOrigin(as: $0) }) else {
      throw RequestError(
        .credentialRefused(
          name: YelpRequestBuilder.credentialName, why: "does not go to \(request.url.origin)"),
        attempts: 0)
    }
    request.headers.set("Authorization", "Bearer \(key)")
  }
}
