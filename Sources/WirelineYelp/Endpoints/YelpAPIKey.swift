internal import Glibc
package import WirelineCore
package import WirelineRequests

/// Reads the Yelp API key from a file or the environment.
package struct YelpKeySource {
  private let context: ToolContext
  private let file: String?

  /// - Parameter file: `--api-key-file`.
  package init(_ context: ToolContext, file: String?) {
    self.context = context
    self.file = file
  }

  /// Returns the key, or nil after reporting an error.
  ///
  /// A file on the command line takes precedence over `YELP_API_KEY`, which takes precedence over a
  /// file in the configuration.
  ///
  /// - Parameter isReplay: whether nothing is sent, so that the key is not needed.
  package func key(isReplay: Bool = false) -> String? {
    let variable = context.environment["YELP_API_KEY"] ?? ""
    if isReplay { return variable.isEmpty ? "replay" : variable }
    if let file, variable.isEmpty || context.isGiven("api-key-file") {
      return key(inFile: file)
    }
    if variable.isEmpty {
      let state = context.environment["YELP_API_KEY"] == nil ? "not set" : "empty"
      context.diagnostics.error(
        "missing API key: YELP_API_KEY is \(state)",
        hint:
          "create a key at https://www.yelp.com/developers/v3/manage_app and export YELP_API_KEY")
      return nil
    }
    return checked(variable, "YELP_API_KEY")
  }

  private func key(inFile path: String) -> String? {
    var path = path
    // No shell expands the tilde in a configuration file.
    if path.hasPrefix("~/"), let home = context.environment["HOME"] {
      path = home + path.dropFirst()
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      context.diagnostics.error("cannot read \"\(path)\": \(SystemErrorText(code: errno))")
      return nil
    }
    guard facts.st_mode & 0o044 == 0 else {
      context.diagnostics.error(
        "other users can read the API key in \"\(path)\"", hint: "chmod 600 \"\(path)\"")
      return nil
    }
    do throws(FileError) {
      let text = String(decoding: try FileBytes.read(path, limit: 1 << 20), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      guard !line.trimmingSpaces.isEmpty else {
        context.diagnostics.error("missing API key: \"\(path)\" is empty")
        return nil
      }
      return checked(line.trimmingSpaces, "\"\(path)\"")
    } catch {
      context.diagnostics.error(error.description)
      return nil
    }
  }

  /// Rejects characters such as a line break, which would end the header field.
  private func checked(_ key: String, _ source: String) -> String? {
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      context.diagnostics.error("invalid API key in \(source): expected visible ASCII characters")
      return nil
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

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard request.credential == YelpRequestBuilder.credentialName else { return request }
    guard origins.contains(where: { request.url.hasSameOrigin(as: $0) }) else {
      throw RequestError(
        .credentialRefused(
          name: YelpRequestBuilder.credentialName, why: "does not go to \(request.url.origin)"),
        attempts: 0)
    }
    var filled = request
    filled.headers.set("Authorization", "Bearer \(key)")
    return filled
  }
}
