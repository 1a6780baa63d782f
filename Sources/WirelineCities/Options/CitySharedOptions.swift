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
struct CityDatabaseOptions: Sendable {
  @Option(
    "database", "file", "City database", default: "$XDG_DATA_HOME/wireline/cities.sqlite",
    scope: .shared)
  var database: String?
  @Option(
    "favorites-file", "file", "Database of favourites",
    default: "$XDG_DATA_HOME/wireline/favorites.sqlite", scope: .shared)
  var favoritesFile: String?
}

/// The option that ignores fresh data of a source.
struct CitySourceOptions: Sendable {
  @Flag("refresh", "Fetch the data even if the stored data is fresh", scope: .shared)
  var refresh: Bool?
}
