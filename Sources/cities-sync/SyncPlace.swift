import WirelineCities
import WirelineCore

/// Where the data are.
struct SyncPlace: Sendable {
  let database: String
  /// Nil where no place for favourites is known.
  let favorites: String?

  /// The favourites; nil where they cannot be read, which is no matter of a
  /// sync.
  var store: FavoriteStore? { favorites.flatMap { try? FavoriteStore(path: $0) } }

  /// How many favourites there are.
  var favoriteCount: Int? { store.flatMap { try? $0.identifiers().count } }

  var metadata: CityMetadata? { try? CityStore(path: database).metadata() }
}
