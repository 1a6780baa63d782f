package import WirelineCore

/// The options of the section `shared` of the configuration file: those that mean the same in all
/// tools, whether the tool that reads the file has them or not.
package enum SharedOptions {
  package static var declarations: [OptionDeclaration] {
    Command.options {
      _ = CommonOptions()
      _ = RecordOptions()
      _ = EnvelopeOptions()
      _ = JobOptions<StandardHTTPDefaults>()
      _ = HTTPOptions<StandardHTTPDefaults>()
      _ = CacheUseOptions()
      _ = FileAccessOptions()
      _ = CityDatabaseOptions()
      _ = CitySourceOptions()
    }
  }
}

/// The options of the tools that use the city database.
package struct CityDatabaseOptions: Sendable {
  @Option(
    "database", "file", "the city database", default: "$XDG_DATA_HOME/wireline/cities.sqlite",
    scope: .shared)
  package var database: String?
  @Option(
    "favorites-file", "file", "the database of favourites",
    default: "$XDG_DATA_HOME/wireline/favorites.sqlite", scope: .shared)
  package var favoritesFile: String?

  package init() {}
}

/// The option that ignores fresh data.
package struct CitySourceOptions: Sendable {
  @Flag("refresh", "ask the source although what is stored is fresh", scope: .shared)
  package var refresh: Bool?

  package init() {}
}

/// The defaults of `ExecutionPolicy` itself.
enum StandardHTTPDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }
}

/// The option of tools whose records may name local files.
package struct FileAccessOptions: Sendable {
  @Option("allow-files", "directory", "let records name files below this directory", scope: .shared)
  package var allowFiles: [String]

  package init() {}

  /// - Parameter maximumBytes: the largest file to read; nil is no limit.
  package func files(maximumBytes: Int?) throws(UsageError) -> RecordFiles {
    do throws(FileError) {
      return try RecordFiles(allowed: allowFiles, maximumBytes: maximumBytes)
    } catch {
      throw UsageError("invalid --allow-files: \(error.description)")
    }
  }
}
