/// The databases of a sync.
struct SyncPaths: Sendable {
  let database: String
  /// The favourites' database; nil if its path is unknown, which does not prevent a sync.
  let favorites: String?

  var all: [String] { [database] + [favorites].compactMap(\.self) }

  /// The number of favourites; nil if they cannot be read, which does not prevent a sync.
  var favoriteCount: Int? {
    favorites.flatMap { try? FavoriteStore(path: $0).identifiers().count }
  }

  /// The metadata of the database; nil unless it is intact.
  var metadata: CityMetadata? { try? CityStore(path: database).metadata() }

  /// The source of the data, even of a different version; nil unless the database is intact.
  var source: String? {
    do throws(CityStoreError) {
      return try CityStore(path: database).metadata().source
    } catch {
      guard case .otherVersion = error else { return nil }
      return try? CityStore.source(ofAnyVersion: database)
    }
  }
}
