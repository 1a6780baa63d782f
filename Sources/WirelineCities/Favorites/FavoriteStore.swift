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
  /// Nil until the first favourite is added, which creates the database.
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

  /// `PRAGMA application_id`: "wlfv".
  private static let applicationIdentifier: Int64 = 0x776C_6676

  private static let creation = """
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = 1;
    CREATE TABLE IF NOT EXISTS favorite (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL,
      latitude TEXT NOT NULL, longitude TEXT NOT NULL, added_at INTEGER NOT NULL
    );
    """

  /// Throws unless the file is a database of favourites, so that other files are not overwritten. A
  /// process that was killed may have left an empty file.
  private static func check(_ path: String) throws(FavoriteError) {
    let isOurs = try converting(FavoriteError.file) { () throws(FileError) in
      let header = try SQLiteHeader(of: path)
      return header.isDatabase
        ? [0, applicationIdentifier].contains(header.applicationIdentifier)
        : try FileBytes.head(path, count: 1).isEmpty
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
      if try !Self.hasTable(opened) {
        try opened.transaction { () throws(SQLiteError) in try opened.execute(Self.creation) }
      }
      database = opened
      return opened
    }
  }

  private static func hasTable(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    try database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'favorite'").step()
  }

  /// Ordered by name, country and id.
  func all() throws(FavoriteError) -> [Favorite] {
    let found = try rows("id, name, country, latitude, longitude, added_at") { row in
      let city = City(row)
      let favorite = Favorite(city: city, addedAt: Int(row.integer(5)))
      return (fold: CityFolding.fold(city.name), favorite: favorite)
    }
    return found.sorted { one, two in
      if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
      return (one.favorite.city.country, one.favorite.city.id)
        < (two.favorite.city.country, two.favorite.city.id)
    }.map(\.favorite)
  }

  func identifiers() throws(FavoriteError) -> Set<Int64> {
    Set(try rows("id") { $0.integer(0) })
  }

  private func rows<Value>(
    _ columns: String, _ read: (SQLiteStatement) -> Value
  ) throws(FavoriteError) -> [Value] {
    guard let database else { return [] }
    return try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      guard try Self.hasTable(database) else { return [] }
      let rows = try database.prepare("SELECT \(columns) FROM favorite")
      var found: [Value] = []
      while try rows.step() { found.append(read(rows)) }
      return found
    }
  }

  enum Change: Sendable { case add, remove, toggle }

  /// Adds, removes or toggles a favourite in one transaction.
  ///
  /// - Parameter city: the city with this id; nil if the data does not contain it. Then it can only
  ///   be removed.
  /// - Returns: the city, and whether it is a favourite now.
  func change(
    _ id: Int64, _ change: Change, city: City?, now: Int
  ) throws(FavoriteError) -> (city: City, isFavorite: Bool) {
    // Do not create a database to remove from.
    if database == nil, change == .remove { throw .notFavorite(id: id) }
    if database == nil, city == nil { throw .unknown(id: id) }
    let database = try opened()
    let outcome: Result<(City, Bool), FavoriteError>
    outcome = try converting(FavoriteError.sqlite) { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        let stored = try Self.favorite(id, database)
        if let stored {
          if change == .add { return .failure(.alreadyFavorite(stored)) }
          let removal = try database.prepare("DELETE FROM favorite WHERE id = ?")
          try removal.bind(1, id)
          try removal.run()
          return .success((city ?? stored, false))
        }
        if change == .remove { return .failure(.notFavorite(id: id)) }
        guard let city else { return .failure(.unknown(id: id)) }
        guard try count(database) < limit else { return .failure(.limit(limit)) }
        try insert(city, now, database)
        return .success((city, true))
      }
    }
    return try outcome.get()
  }

  private func count(_ database: SQLiteDatabase) throws(SQLiteError) -> Int {
    let statement = try database.prepare("SELECT count(*) FROM favorite")
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  private static func favorite(
    _ id: Int64, _ database: SQLiteDatabase
  ) throws(SQLiteError) -> City? {
    let row = try database.prepare(
      "SELECT id, name, country, latitude, longitude FROM favorite WHERE id = ?")
    try row.bind(1, id)
    guard try row.step() else { return nil }
    return City(row)
  }

  private func insert(
    _ city: City, _ now: Int, _ database: SQLiteDatabase
  ) throws(SQLiteError) {
    let row = try database.prepare("INSERT INTO favorite VALUES (?,?,?,?,?,?)")
    try row.bind(1, city.id)
    try row.bind(2, city.name)
    try row.bind(3, city.country)
    try row.bind(4, city.latitude)
    try row.bind(5, city.longitude)
    try row.bind(6, Int64(now))
    try row.run()
  }
}

/// A favourite, with the city's data from when it was added.
struct Favorite: Sendable, Equatable {
  var city: City
  var addedAt: Int
}

/// Why the favourites are unchanged.
enum FavoriteError: Error, Sendable, Equatable, CustomStringConvertible {
  case limit(Int)
  case alreadyFavorite(City)
  case notFavorite(id: Int64)
  case unknown(id: Int64)
  case notFavorites(path: String)
  case sqlite(SQLiteError)
  case file(FileError)

  var description: String {
    switch self {
    case .limit(let limit): "cannot add a favourite: the maximum is \(limit)"
    case .alreadyFavorite(let city): "\(city.name) (\(city.id)) is already a favourite"
    case .notFavorite(let id): "city \(id) is not a favourite"
    case .unknown(let id): "city \(id) does not exist"
    case .notFavorites(let path): "\"\(path)\" is not a database of favourites"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }
}
