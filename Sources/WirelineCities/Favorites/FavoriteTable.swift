internal import WirelineCore

/// A favourite, with the city's data from when it was added.
struct Favorite: Sendable, Equatable {
  /// Only what the database stores.
  let city: City
  let addedAt: Int

  init(city: City, addedAt: Int) {
    self.city = City(
      id: city.id, name: city.name, country: city.country, latitude: city.latitude,
      longitude: city.longitude)
    self.addedAt = addedAt
  }
}

/// The tables of a database of favourites: a row per favourite, and the checksum of all rows.
///
/// SQLite does not notice a changed byte in a row, nor rows that a damaged page has lost. There are
/// few favourites, so that every read verifies all of them.
enum FavoriteTable {
  /// `PRAGMA application_id`: "wlfv".
  static let applicationIdentifier: Int64 = 0x776C_6676
  /// `PRAGMA user_version`.
  static let version: Int64 = 1

  private static let creation = """
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = \(version);
    CREATE TABLE IF NOT EXISTS favorite (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL,
      latitude TEXT NOT NULL, longitude TEXT NOT NULL, added_at INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS checksum (sha256 TEXT NOT NULL);
    """

  /// Reads all favourites, ordered by id. Call it in a transaction, so that the rows and their
  /// checksum are of the same time.
  ///
  /// - Throws: an error of kind `damaged` also if the checksum does not match.
  static func read(_ database: SQLiteDatabase) throws(SQLiteError) -> [Favorite] {
    let tables = try texts("SELECT name FROM sqlite_schema", database)
    // A process that was killed may have left an empty database.
    if tables.isEmpty { return [] }
    let identifier = try texts("PRAGMA application_id", database)
    guard tables.contains("favorite"), identifier == ["\(applicationIdentifier)"] else {
      throw .damaged(database.path, because: "it is not a database of favourites")
    }
    let favorites = try rows(database)
    guard tables.contains("checksum"),
      try texts("SELECT sha256 FROM checksum", database) == [checksum(favorites)]
    else { throw .damaged(database.path, because: "the checksum of the favourites does not match") }
    return favorites
  }

  /// Adds or removes one favourite. Call it in a transaction with `read`.
  ///
  /// - Parameters:
  ///   - id: the city.
  ///   - favorite: nil to remove the city.
  ///   - before: all favourites.
  static func change(
    _ id: Int64, to favorite: Favorite?, among before: [Favorite], in database: SQLiteDatabase
  ) throws(SQLiteError) {
    guard try texts("PRAGMA quick_check(1)", database) == ["ok"] else {
      throw .damaged(database.path, because: "quick_check failed")
    }
    try database.execute(creation)
    var after = before.filter { $0.city.id != id }
    if let favorite {
      after.insert(favorite, at: after.firstIndex { $0.city.id > id } ?? after.endIndex)
      let row = try database.prepare("INSERT INTO favorite VALUES (?,?,?,?,?,?)")
      try row.bind(1, favorite.city.id)
      try row.bind(2, favorite.city.name)
      try row.bind(3, favorite.city.country)
      try row.bind(4, favorite.city.latitude)
      try row.bind(5, favorite.city.longitude)
      try row.bind(6, Int64(favorite.addedAt))
      try row.run()
    } else {
      let removal = try database.prepare("DELETE FROM favorite WHERE id = ?")
      try removal.bind(1, id)
      try removal.run()
    }
    try database.execute("DELETE FROM checksum")
    let seal = try database.prepare("INSERT INTO checksum VALUES (?)")
    try seal.bind(1, checksum(after))
    try seal.run()
    // A damaged schema can change what is stored.
    guard try read(database) == after else {
      throw .damaged(database.path, because: "the favourites differ from what was written")
    }
  }

  private static func rows(_ database: SQLiteDatabase) throws(SQLiteError) -> [Favorite] {
    let row = try database.prepare(
      "SELECT id, name, country, latitude, longitude, NULL, added_at FROM favorite ORDER BY id")
    var favorites: [Favorite] = []
    while try row.step() {
      let city = try City(row)
      guard row.isInteger(6) else {
        throw .damaged(database.path, because: "a time is not a number")
      }
      favorites.append(Favorite(city: city, addedAt: Int(row.integer(6))))
    }
    return favorites
  }

  /// Each value is preceded by its length, so that none can take over a part of the next one.
  private static func checksum(_ favorites: [Favorite]) -> String {
    var hash = SHA256()
    for favorite in favorites {
      let city = favorite.city
      for text in [
        "\(city.id)", city.name, city.country, city.latitude, city.longitude, "\(favorite.addedAt)",
      ] {
        hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
      }
    }
    return Hexadecimal.encode(hash.finalize())
  }

  private static func texts(
    _ sql: String, _ database: SQLiteDatabase
  ) throws(SQLiteError) -> [String] {
    let statement = try database.prepare(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }
}
