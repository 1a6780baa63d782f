internal import Glibc
package import WirelineCore

/// The favourites: a database of their own, keyed by the city's id, with name,
/// country and place copied. No refresh of the cities can lose them, and one
/// whose city is gone is an orphan until the city comes back.
///
/// Several processes may use it at once.
package final class FavoriteStore {
  private let path: String
  private let limit: Int
  /// Nil while there is none: it is made when the first favourite comes.
  private var database: SQLiteDatabase?

  /// - Parameters:
  ///   - path: of the database.
  ///   - limit: how many there may be; looked at only when one is added.
  package init(path: String, limit: Int = 100) throws(FavoriteError) {
    self.path = path
    self.limit = limit
    guard access(path, F_OK) == 0 else {
      // The file may exist, which is not the same as no favourites.
      if errno == ENOENT || errno == ENOTDIR { return }
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    try Self.check(path)
    do throws(SQLiteError) {
      database = try SQLiteDatabase(path: path, mode: .readWrite)
    } catch {
      throw .sqlite(error)
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

  /// Refuses what is no file of ours, rather than write into it. An empty file
  /// is one that a process died over before it wrote.
  private static func check(_ path: String) throws(FavoriteError) {
    do throws(FileError) {
      let header = try SQLiteHeader(of: path)
      if header.isDatabase {
        guard [0, applicationIdentifier].contains(header.applicationIdentifier) else {
          throw FileError(path: path, operation: "use", code: EEXIST)
        }
      } else if try !FileBytes.head(path, count: 1).isEmpty {
        throw FileError(path: path, operation: "use", code: EEXIST)
      }
    } catch {
      throw error.operation == "use" ? .notFavorites(path: path) : .file(error)
    }
  }

  private func opened() throws(FavoriteError) -> SQLiteDatabase {
    do throws(FileError) {
      if database == nil { try Directories.create(containing: path) }
    } catch {
      throw .file(error)
    }
    do throws(SQLiteError) {
      let opened: SQLiteDatabase
      if let database {
        opened = database
      } else {
        opened = try SQLiteDatabase(path: path, mode: .create)
      }
      try opened.execute("PRAGMA synchronous = FULL")
      if try !Self.hasTable(opened) {
        try opened.transaction { () throws(SQLiteError) in try opened.execute(Self.creation) }
      }
      database = opened
      return opened
    } catch {
      throw .sqlite(error)
    }
  }

  private static func hasTable(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    try database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'favorite'").step()
  }

  /// All of them by name, country and id.
  package func all() throws(FavoriteError) -> [Favorite] {
    guard let database else { return [] }
    do throws(SQLiteError) {
      guard try Self.hasTable(database) else { return [] }
      let rows = try database.prepare(
        "SELECT id, name, country, latitude, longitude, added_at FROM favorite")
      var found: [(fold: [UInt8], favorite: Favorite)] = []
      while try rows.step() {
        let city = City(
          id: rows.integer(0), name: rows.text(1), country: rows.text(2), latitude: rows.text(3),
          longitude: rows.text(4))
        found.append(
          (CityFolding.fold(city.name), Favorite(city: city, addedAt: Int(rows.integer(5)))))
      }
      found.sort { one, two in
        if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
        return (one.favorite.city.country, one.favorite.city.id)
          < (two.favorite.city.country, two.favorite.city.id)
      }
      return found.map(\.favorite)
    } catch {
      throw .sqlite(error)
    }
  }

  /// The ids of all.
  package func identifiers() throws(FavoriteError) -> Set<Int64> {
    guard let database else { return [] }
    do throws(SQLiteError) {
      guard try Self.hasTable(database) else { return [] }
      let rows = try database.prepare("SELECT id FROM favorite")
      var found: Set<Int64> = []
      while try rows.step() { found.insert(rows.integer(0)) }
      return found
    } catch {
      throw .sqlite(error)
    }
  }

  /// What is to become of a city.
  package enum Change: Sendable { case add, remove, toggle }

  /// Changes one, in one transaction, whoever else is at it.
  ///
  /// - Parameters:
  ///   - city: the city of this id; nil where the data has none, as of an
  ///     orphan, which can only be removed.
  ///   - now: seconds since 1970.
  /// - Returns: the city, and whether it is a favourite now.
  package func change(
    _ id: Int64, _ change: Change, city: City?, now: Int
  ) throws(FavoriteError) -> (city: City, isFavorite: Bool) {
    // Nothing to take away from a file that is not there.
    if database == nil, change == .remove { throw .notFavorite(id: id) }
    if database == nil, city == nil { throw .unknown(id: id) }
    let database = try opened()
    let outcome: Result<(City, Bool), FavoriteError>
    do throws(SQLiteError) {
      outcome = try database.transaction { () throws(SQLiteError) in
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
    } catch {
      throw .sqlite(error)
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
    return City(
      id: row.integer(0), name: row.text(1), country: row.text(2), latitude: row.text(3),
      longitude: row.text(4))
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

/// A favourite, as it was when it became one.
package struct Favorite: Sendable, Equatable {
  package var city: City
  /// Seconds since 1970.
  package var addedAt: Int
}

/// Why the favourites are as they were.
package enum FavoriteError: Error, Sendable, Equatable, CustomStringConvertible {
  case limit(Int)
  case alreadyFavorite(City)
  case notFavorite(id: Int64)
  /// No city and no favourite has this id.
  case unknown(id: Int64)
  /// The file is something else.
  case notFavorites(path: String)
  case sqlite(SQLiteError)
  case file(FileError)

  package var description: String {
    switch self {
    case .limit(let limit): "there are \(limit) favourites already, and no more may be"
    case .alreadyFavorite(let city): "\(city.name) (\(city.id)) is a favourite already"
    case .notFavorite(let id): "the city \(id) is no favourite"
    case .unknown(let id): "there is no city \(id)"
    case .notFavorites(let path): "\"\(path)\" is no file of favourites"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }
}
