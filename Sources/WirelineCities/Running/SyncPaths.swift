/// The databases of a sync.
struct SyncPaths: Sendable {
  let database: String
  /// Nil if unknown, which does not prevent a sync.
  let favorites: String?

  var all: [String] { [database] + [favorites].compactMap(\.self) }

  /// The number of favourites; nil if they cannot be read, which does not prevent a sync.
  var favoriteCount: Int? {
    favorites.flatMap { try? FavoriteStore(path: $0).identifiers().count }
  }

  /// Nil unless the database is intact.
  var metadata: CityMetadata? { try? CityStore(path: database).metadata() }
}
