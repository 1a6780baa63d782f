internal import Glibc
internal import WirelineCore

/// The database of favourites.
///
/// It stores the id, name, country and coordinates of each city, so that a sync cannot lose a
/// favourite. A favourite that the data no longer contains is an orphan until its city returns.
/// Several processes may use the database at the same time.
final class FavoriteStore {
  private let path: String
  private let limit: Int
  /// The database; nil until the first favourite is added, which creates it.
  private var database: SQLiteDatabase?

  /// - Parameter limit: the maximum number of favourites; checked when one is added.
  init(path: String, limit: Int = 100) throws(FavoriteError) {
    self.path = path
    self.limit = limit
    guard access(path, F_OK) == 0 else {
      // After other errors the file may exist, and have favourites.
      if errno == ENOENT || errno == ENOTDIR { return }
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    try Self.check(path)
    database = try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      try SQLiteDatabase(path: path, mode: .readWrite)
    }
  }

  /// Throws unless the file is a database of favourites, so that other files are not overwritten. A
  /// process that was killed may have left an empty file.
  private static func check(_ path: String) throws(FavoriteError) {
    let isOurs = try converting(FavoriteError.file) { () throws(FileError) in
      let header = try SQLiteHeader(of: path)
      return header.isDatabase
        ? [0, FavoriteTable.applicationIdentifier].contains(header.applicationIdentifier)
          && (0...FavoriteTable.version).contains(header.userVersion)
        : try StateFile.head(path, count: 1).isEmpty
    }
    if !isOurs { throw .notFavorites(path: path) }
  }

  private func opened() throws(FavoriteError) -> SQLiteDatabase {
    try converting(FavoriteError.file) { () throws(FileError) in
      if database == nil { try Directories.create(containing: path) }
    }
    return try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      let opened =
        if let database { database } else { try SQLiteDatabase(path: path, mode: .create) }
      try opened.execute("PRAGMA synchronous = FULL")
      database = opened
      return opened
    }
  }

  /// Ordered by name, country and id.
  func all() throws(FavoriteError) -> [Favorite] {
    try stored().map { (fold: CityFolding.fold($0.city.name), favorite: $0) }.sorted { one, two in
      if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
      return (one.favorite.city.country, one.favorite.city.id)
        < (two.favorite.city.country, two.favorite.city.id)
    }.map(\.favorite)
  }

  func identifiers() throws(FavoriteError) -> Set<Int64> { Set(try stored().map(\.city.id)) }

  private func stored() throws(FavoriteError) -> [Favorite] {
    guard let database else { return [] }
    return try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      try database.execute("BEGIN")
      defer { try? database.execute("COMMIT") }
      return try FavoriteTable.read(database)
    }
  }

  enum Change: Sendable { case add, remove, toggle }

  /// Adds, removes or toggles a favourite in one transaction.
  ///
  /// - Parameter city: the city with this id; nil if the data does not contain it. Then it can only
  ///   be removed.
  /// - Returns: the city, and whether it is a favourite now.
  func change(
    _ id: Int64, by change: Change, city: City?, now: Int
  ) throws(FavoriteError) -> (city: City, isFavorite: Bool) {
    // Do not create a database to remove from.
    if database == nil, change == .remove { throw .notFavorite(id: id) }
    if database == nil, city == nil { throw .unknown(id: id) }
    let database = try opened()
    let outcome: Result<(City, Bool), FavoriteError>
    outcome = try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        let favorites = try FavoriteTable.read(database)
        if let stored = favorites.first(where: { $0.city.id == id })?.city {
          if change == .add { return .success((city ?? stored, true)) }
          try FavoriteTable.change(id, to: nil, among: favorites, in: database)
          return .success((city ?? stored, false))
        }
        if change == .remove { return .failure(.notFavorite(id: id)) }
        guard let city else { return .failure(.unknown(id: id)) }
        guard favorites.count < limit else { return .failure(.limit(limit)) }
        let added = Favorite(city: city, addedAt: now)
        try FavoriteTable.change(id, to: added, among: favorites, in: database)
        return .success((city, true))
      }
    }
    return try outcome.get()
  }
}

/// Why the favourites are unchanged.
enum FavoriteError: Error, Sendable, Equatable, CustomStringConvertible {
  case limit(Int)
  case notFavorite(id: Int64)
  case unknown(id: Int64)
  case notFavorites(path: String)
  case sqlite(SQLiteError)
  case file(FileError)

  var description: String {
    switch self {
    case .limit(let limit): "cannot add a favourite: the maximum is \(limit)"
    case .notFavorite(let id): "city \(id) is not a favourite"
    case .unknown(let id): "city \(id) does not exist"
    case .notFavorites(let path): "\"\(path)\" is not a database of favourites"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }
}
