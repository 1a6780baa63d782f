import WirelineCities
import WirelineCore
import WirelineRequests

extension CitiesFind {
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    if option.name == "fields" { return .list(Self.fields) }
    guard option.isOperand else { return nil }
    func isGiven(_ options: OptionDeclaration...) -> Bool {
      options.contains { given.contains($0.name) }
    }
    if isGiven(favorites.$unfavorite, favorites.$toggleFavorite) {
      return .words(Self.favoriteIdentifiers)
    }
    // With these an operand is an id, or there is no operand.
    return isGiven(favorites.$favorite, search.$id, search.$near, search.$random) ? .nothing : nil
  }

  /// The ids of the favourites, by the names of their cities.
  private static let favoriteIdentifiers = WordList("favourites") { scene in
    let path =
      scene.path(of: "favorites-file")
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
