package import WirelineCore

/// The options of the section `shared` of the configuration file, which mean the same in all tools.
package enum SharedOptions {
  /// The options of all tools that send requests.
  package static var declarations: [OptionDeclaration] {
    Command.options {
      _ = CommonOptions()
      _ = RecordOptions()
      _ = EnvelopeOptions()
      _ = JobOptions<StandardHTTPDefaults>()
      _ = HTTPOptions<StandardHTTPDefaults>()
      _ = CacheUseOptions()
      _ = FileAccessOptions()
    }
  }

  /// The same options, and those of the city database, whose module a tool may not link: each tool
  /// accepts the whole section.
  package static var declarationsOfAllTools: [OptionDeclaration] {
    let others = ["database", "favorites-file", "refresh"]
    return declarations
      + others.map { OptionDeclaration($0, .value("value"), help: "", scope: .shared) }
  }
}

/// The defaults of `ExecutionPolicy` itself.
enum StandardHTTPDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }
  static var headers: HeaderFields { [:] }
}

/// The option of tools that read files named in records.
package struct FileAccessOptions: Sendable {
  @Option(
    "allow-files", "directory", "Allow records to name files in this directory", scope: .shared)
  package var allowFiles: [String]

  package init() {}

  /// - Parameter maximumBytes: the maximum size of a file; nil for no limit.
  package func files(maximumBytes: Int?) throws(UsageError) -> RecordFiles {
    return try converting({ UsageError("invalid --allow-files: \($0.description)") }) {
      () throws(FileError) in
      try RecordFiles(allowed: allowFiles, maximumBytes: maximumBytes)
    }
  }
}
