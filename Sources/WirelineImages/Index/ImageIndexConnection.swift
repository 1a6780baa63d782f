internal import WirelineCore

/// A connection to the database of an image index. Used by one thread at a
/// time.
final class ImageIndexConnection {
  private let database: SQLiteDatabase
  private var prepared: [String: SQLiteStatement] = [:]
  private let find: SQLiteStatement
  /// What stores a new row, prepared for the first.
  var storing: (row: SQLiteStatement, use: SQLiteStatement)?
  /// What the transaction adds to the sums.
  var added = (entries: 0, bytes: 0)

  /// Opens a database that is there.
  ///
  /// - Parameter journal: the mode it is to be in.
  convenience init(path: String, patience: Duration, journal: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path: path, mode: .readWrite)
    try database.execute(ImageIndexSchema.connection(patience))
    try Self.set(database, journal: journal)
    try self.init(database)
  }

  /// Opens a database where nobody may write.
  convenience init(unchanging path: String) throws(SQLiteError) {
    try self.init(try SQLiteDatabase(path: path, mode: .immutable))
  }

  private init(_ database: SQLiteDatabase) throws(SQLiteError) {
    self.database = database
    try database.execute(ImageIndexSchema.probe)
    find = try database.prepare(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id)
      WHERE key = CAST(? AS BLOB)
      """)
  }

  /// Makes sure that there is a sound database; nobody else has it open.
  static func make(path: String, patience: Duration, journal: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path: path, mode: .create)
    try database.execute(ImageIndexSchema.connection(patience))
    let tables = try integer(database, "SELECT count(*) FROM sqlite_schema")
    if tables == 0 {
      // With a rollback journal, so that the file itself says whose it is: a
      // log that is not yet part of it might be lost.
      try set(database, journal: "delete")
      try database.transaction { () throws(SQLiteError) in
        try database.execute(ImageIndexSchema.creation)
      }
    }
    guard
      try integer(database, "PRAGMA application_id") == ImageIndexSchema.applicationIdentifier,
      try integer(database, "PRAGMA user_version") == ImageIndexSchema.version
    else { throw ImageIndexFile.notOurs(path) }
    try set(database, journal: journal)
    let connection = try ImageIndexConnection(database)
    // What was made just now is sound.
    if tables == 0 { return }
    let check = try connection.database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw SQLiteError(code: 11, message: "quick_check failed", sql: nil, path: path)
    }
  }

  private static func set(_ database: SQLiteDatabase, journal: String) throws(SQLiteError) {
    let mode = try database.prepare("PRAGMA journal_mode=\(journal)")
    _ = try mode.step()
  }

  private static func integer(_ database: SQLiteDatabase, _ sql: String) throws(SQLiteError)
    -> Int64
  {
    let statement = try database.prepare(sql)
    return try statement.step() ? statement.integer(0) : -1
  }

  /// The statement of a text, prepared once.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let known = prepared[sql] { return known }
    let statement = try database.prepare(sql)
    prepared[sql] = statement
    return statement
  }

  /// Runs the body in a transaction, and at its end brings the sums up to date.
  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    added = (0, 0)
    try database.transaction { () throws(SQLiteError) in
      try body()
      guard added != (0, 0) else { return }
      let sums = try statement("UPDATE total SET entries = entries + ?, bytes = bytes + ?")
      try sums.bind(1, Int64(added.entries))
      try sums.bind(2, Int64(added.bytes))
      try sums.run()
    }
  }

  /// Whether the statement that ran last changed a row.
  var hasChanged: Bool { database.changes > 0 }
  /// The number of the row that was inserted last.
  var lastRow: Int64 { database.lastInsertedRow }

  /// The row of a key; nil also for one that is not as it should be.
  func lookUp(_ key: ImageKey) throws(SQLiteError) -> IndexedImage? {
    defer { find.reset() }
    return try key.withBytes { bytes throws(SQLiteError) in
      try find.bind(1, text: bytes)
      guard try find.step(), let image = IndexedImage(find) else { return nil }
      // In a damaged database the way to a row may lead to another one.
      return image.key == key ? image : nil
    }
  }
}
