package import WirelineCore

/// What the section `shared` of the configuration file may hold: the options that mean the same in
/// all tools, whether the tool that reads the file takes them or not.
package enum SharedOptions {
  /// Where the cities are; for the two tools that know them.
  package static let database = OptionDeclaration(
    "database", .value("file"), "the city database",
    default: "$XDG_DATA_HOME/wireline/cities.sqlite", scope: .shared)

  /// The favourites; for the same two.
  package static let favoritesFile = OptionDeclaration(
    "favorites-file", .value("file"), "the database of favourites",
    default: "$XDG_DATA_HOME/wireline/favorites.sqlite", scope: .shared)

  /// Go to the network although what is here would do.
  package static let refresh = OptionDeclaration(
    "refresh", .flag(inverse: "no-refresh"), "ask the source although what is stored is fresh",
    scope: .shared)

  static let declarations: [OptionDeclaration] =
    CommonOptions.declarations + RecordOptions.declarations + EnvelopeOptions.declarations
    + JobOptions<StandardHTTPDefaults>.declarations
    + HTTPOptions<StandardHTTPDefaults>.declarations + CacheUseOptions.declarations
    + [database, favoritesFile, refresh]
}

extension ParsableTool {
  package static var sharedOptions: [OptionDeclaration] { SharedOptions.declarations }
}
