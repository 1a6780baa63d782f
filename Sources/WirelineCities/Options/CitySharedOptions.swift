package import WirelineCore
internal import WirelineRequests

/// The options of the section `shared`, with those of the city database.
package enum CitySharedOptions {
  package static var declarations: [OptionDeclaration] {
    SharedOptions.declarations
      + Command.options {
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
