import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineRequests

/// The favourites: searched, added, removed.
struct FavoriteOptions: DeclaredOptions {
  @Flag(Self.favorites) var favorites: Bool
  @Flag(Self.favorite) var favorite: Bool
  @Flag(Self.unfavorite) var unfavorite: Bool
  @Flag(Self.toggleFavorite) var toggleFavorite: Bool
  @Option(Self.maxFavorites) var maxFavorites: WholeNumber?
  @Option(SharedOptions.favoritesFile) var favoritesFile: String?

  static let declarations = [
    favorites, favorite, unfavorite, toggleFavorite, maxFavorites, SharedOptions.favoritesFile,
  ]

  static let favorites = OptionDeclaration(
    "favorites", .flag(inverse: nil), "only favourites; without a query all of them",
    isConfigurable: false)
  static let favorite = OptionDeclaration(
    "favorite", .flag(inverse: nil), "make favourites of the cities with these ids",
    isConfigurable: false)
  static let unfavorite = OptionDeclaration(
    "unfavorite", .flag(inverse: nil), "make these cities favourites no longer",
    isConfigurable: false)
  static let toggleFavorite = OptionDeclaration(
    "toggle-favorite", .flag(inverse: nil), "the one or the other, as it is now",
    isConfigurable: false)
  static let maxFavorites = OptionDeclaration(
    "max-favorites", .value("n"), "how many favourites there may be", default: "100")

  /// What is to become of the cities given; nil where they are looked for.
  func change() throws(UsageError) -> FavoriteStore.Change? {
    let flags = [favorites, favorite, unfavorite, toggleFavorite]
    guard flags.count(where: { $0 }) <= 1 else {
      throw UsageError(
        "--favorites, --favorite, --unfavorite and --toggle-favorite exclude each other")
    }
    if favorite { return .add }
    if unfavorite { return .remove }
    return toggleFavorite ? .toggle : nil
  }
}
