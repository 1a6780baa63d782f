import WirelineCities
import WirelineCore
import WirelineRequests

/// The favourites: searched, added, removed.
struct FavoriteOptions: Sendable {
  @Flag("favorites", "only favourites; without a query all of them") var favorites: Bool
  @Flag("favorite", "make favourites of the cities with these ids") var favorite: Bool
  @Flag("unfavorite", "make these cities favourites no longer") var unfavorite: Bool
  @Flag("toggle-favorite", "the one or the other, as it is now") var toggleFavorite: Bool
  @Option("max-favorites", "n", "how many favourites there may be", default: "100")
  var maxFavorites: WholeNumber?

  var modes: [OptionDeclaration] { [$favorites, $favorite, $unfavorite, $toggleFavorite] }

  /// The change to the given cities; nil for a search.
  var change: FavoriteStore.Change? {
    if favorite { return .add }
    if unfavorite { return .remove }
    return toggleFavorite ? .toggle : nil
  }
}
