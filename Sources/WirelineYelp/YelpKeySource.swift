internal import Glibc
package import WirelineCore

/// Where the Yelp API key comes from: a file, or the environment.
package struct YelpKeySource {
  private let context: ToolContext
  private let file: String?

  /// - Parameter file: `--api-key-file`.
  package init(_ context: ToolContext, file: String?) {
    self.context = context
    self.file = file
  }

  /// The key; nil, with the reason told, when there is none.
  ///
  /// A file that the command line names goes before `YELP_API_KEY`, and that
  /// before a file of the configuration's.
  ///
  /// - Parameter isReplay: nothing is sent, so nothing needs a key.
  package func key(isReplay: Bool = false) -> String? {
    let variable = context.environment["YELP_API_KEY"] ?? ""
    if isReplay { return variable.isEmpty ? "replay" : variable }
    if let file, variable.isEmpty || context.isGiven("api-key-file") {
      return key(inFile: file)
    }
    if variable.isEmpty {
      let fault = context.environment["YELP_API_KEY"] == nil ? "not set" : "empty"
      context.diagnostics.error(
        "no API key: YELP_API_KEY is \(fault)",
        hint:
          "create a key at https://www.yelp.com/developers/v3/manage_app and export YELP_API_KEY")
      return nil
    }
    return checked(variable, "YELP_API_KEY")
  }

  private func key(inFile path: String) -> String? {
    var path = path
    // A configuration file has no shell that would do it.
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
        "others can read the API key in \"\(path)\"", hint: "chmod 600 \"\(path)\"")
      return nil
    }
    do throws(FileError) {
      let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      guard !line.trimmingSpaces.isEmpty else {
        context.diagnostics.error("no API key: \"\(path)\" is empty")
        return nil
      }
      return checked(line.trimmingSpaces, "\"\(path)\"")
    } catch {
      context.diagnostics.error(error.description)
      return nil
    }
  }

  /// A key with a line break in it would end the header field.
  private func checked(_ key: String, _ place: String) -> String? {
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      context.diagnostics.error("the API key in \(place) has characters that no key has")
      return nil
    }
    return key
  }
}

/// The option that names the file of the API key.
package struct YelpKeyOptions: Sendable {
  @Option("api-key-file", "file", "file with the API key, that nobody else may read")
  package var apiKeyFile: String?

  package init() {}
}
