import WirelineCities
import WirelineCore
import WirelineRequests

extension CitiesFind {
  static func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    if option.name == CommonOptions.fields.name { return .list(fields) }
    guard option.isOperand else { return nil }
    let removals: Set = [FavoriteOptions.unfavorite.name, FavoriteOptions.toggleFavorite.name]
    if !given.isDisjoint(with: removals) { return .words(favoriteIdentifiers) }
    return given.isDisjoint(with: nameless) ? nil : .nothing
  }

  /// Options with which an operand is an id, or there is none.
  private static let nameless: Set = [
    FavoriteOptions.favorite.name, FindOptions.id.name, FindOptions.near.name,
    FindOptions.random.name,
  ]

  /// The ids of the favourites, by the names of their cities.
  private static let favoriteIdentifiers = WordList("favourites") { scene in
    let path =
      scene.path(of: SharedOptions.favoritesFile)
      ?? (try? Directories { scene.environment[$0] }.path(.data, "favorites.sqlite"))
    let favorites = path.flatMap { try? FavoriteStore(path: $0).all() } ?? []
    return favorites.map {
      WordList.Word("\($0.city.id)", "\($0.city.name), \($0.city.country)")
    }
  }

  /// The members of a city record.
  private static let fields = WordList(
    "city",
    plain: {
      [
        "ref", "id", "name", "country", "latitude", "longitude", "favorite", "match", "rank",
        "distance_km", "state", "population", "admin1", "error",
      ]
    })
}
