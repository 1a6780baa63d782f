package import WirelineCore

/// The options of the section `shared` of the configuration file, which mean the same in all tools.
/// A tool accepts those of other tools too.
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
    "database", "file", "City database", default: "$XDG_DATA_HOME/wireline/cities.sqlite",
    scope: .shared)
  package var database: String?
  @Option(
    "favorites-file", "file", "Database of favourites",
    default: "$XDG_DATA_HOME/wireline/favorites.sqlite", scope: .shared)
  package var favoritesFile: String?

  package init() {}
}

/// The option that ignores fresh data of a source.
package struct CitySourceOptions: Sendable {
  @Flag("refresh", "Fetch the data even if the stored data is fresh", scope: .shared)
  package var refresh: Bool?

  package init() {}
}

/// The defaults of `ExecutionPolicy` itself.
enum StandardHTTPDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }
}

/// The option of tools that read files named in records.
package struct FileAccessOptions: Sendable {
  @Option(
    "allow-files", "directory", "Allow records to name files in this directory", scope: .shared)
  package var allowFiles: [String]

  package init() {}

  /// - Parameter maximumBytes: the maximum size of a file; nil for no limit.
  package func files(maximumBytes: Int?) throws(UsageError) -> RecordFiles {
    do throws(FileError) {
      return try RecordFiles(allowed: allowFiles, maximumBytes: maximumBytes)
    } catch {
      throw UsageError("invalid --allow-files: \(error.description)")
    }
  }
}
