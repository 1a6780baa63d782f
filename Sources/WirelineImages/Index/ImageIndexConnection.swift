internal import WirelineCore

/// The database of an image index.
///
/// The time of the last use is in a separate small table, so that a run that finds everything
/// stored rewrites few pages. Times are seconds since 1970.
enum ImageIndexSchema {
  static let version: Int64 = 1
  /// `wlix`: distinguishes the index from databases of other programs.
  static let applicationIdentifier: Int64 = 0x776C_6978

  /// The settings of a connection. With a write-ahead log, `NORMAL` syncs at checkpoints only: a
  /// power failure may lose the last batches, but not the database.
  static func connection(_ lockTimeout: Duration) -> String {
    let milliseconds = Int(max(0, lockTimeout / .milliseconds(1)))
    return """
      PRAGMA busy_timeout=\(milliseconds); PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2048
      """
  }

  /// Created when content is first looked up: most runs do not, and it costs a tenth of each row.
  static let contents = "CREATE INDEX IF NOT EXISTS image_sha256 ON image(sha256)"

  /// The result columns that `IndexedImage` reads, after the row's number.
  static let columns = (["image.id"] + names + ["at"]).joined(separator: ", ")

  // In the order of `IndexedImage.Column`, whose names take 2.5 million instructions to find.
  private static let names = [
    "key", "url", "path", "etag", "modified", "sha256", "bytes", "format", "width", "height",
    "frames", "orientation", "stored", "checked", "flags", "original",
  ]

  /// Inserts or replaces a row. Without `RETURNING`, for which SQLite creates a temporary table
  /// each time.
  static let storing = """
    INSERT INTO image(\(names.joined(separator: ", ")))
    VALUES(\(names.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT(key) DO UPDATE
    SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  static let creation = """
    CREATE TABLE image(
      id INTEGER PRIMARY KEY, key BLOB NOT NULL, url TEXT NOT NULL, path TEXT NOT NULL,
      etag TEXT, modified TEXT, sha256 BLOB NOT NULL, bytes INTEGER NOT NULL,
      format TEXT NOT NULL, width INTEGER, height INTEGER, frames INTEGER, orientation INTEGER,
      stored INTEGER NOT NULL, checked INTEGER NOT NULL, flags TEXT NOT NULL, original TEXT);
    CREATE UNIQUE INDEX image_key ON image(key);
    CREATE TABLE used(id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
    PRAGMA application_id=\(applicationIdentifier);
    PRAGMA user_version=\(version);
    """
}

// Errors of an image index, with the codes of SQLITE_NOTADB, _CANTOPEN, _FULL and _BUSY.
extension SQLiteError {
  /// The error of a file that is not an image index.
  static func notAnImageIndex(_ path: String) -> SQLiteError {
    SQLiteError(code: 26, message: "not an image index", sql: nil, path: path)
  }

  /// - Parameter isReadOnly: whether the file was opened only to read it.
  static func imageIndex(
    _ path: String, _ error: FileError, isReadOnly: Bool = false
  ) -> SQLiteError {
    SQLiteError(
      code: 14, message: error.description, sql: nil, path: path, isReadOnly: isReadOnly)
  }

  /// - Parameter count: the number of changes that were dropped since the last report. Their images
  ///   are stored, but not in the index.
  static func lostChanges(_ count: Int, cause: SQLiteError?, path: String) -> SQLiteError {
    SQLiteError(
      code: cause?.code ?? 13,
      message: "\(cause?.message ?? "cannot write all changes"); lost \(count) changes", sql: nil,
      path: path)
  }

  static func busyImageIndex(_ path: String, message: String) -> SQLiteError {
    SQLiteError(code: 5, message: message, sql: nil, path: path)
  }
}

/// A connection to the database of an image index, used by one thread at a time.
final class ImageIndexConnection {
  let database: SQLiteDatabase
  private var prepared: [String: SQLiteStatement] = [:]
  // A property, because finding it in `prepared` by its text would take a part of each lookup.
  private let find: SQLiteStatement
  var storing: SQLiteStatement?
  private var lookupCount = 0
  /// Whether lookups share a transaction, which they do after the first few.
  private var isReading = false
  private static let fewLookups = 16

  convenience init(path: String, lockTimeout: Duration, journal: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path: path, mode: .readWrite)
    try database.execute(ImageIndexSchema.connection(lockTimeout))
    try Self.set(database, journal: journal)
    try self.init(database)
  }

  convenience init(unchanging path: String) throws(SQLiteError) {
    // SQLite then uses neither locks nor the log, both of which need a writable directory.
    try self.init(try SQLiteDatabase(path: path, mode: .immutable))
  }

  private init(_ database: SQLiteDatabase) throws(SQLiteError) {
    self.database = database
    find = try database.prepare(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id) WHERE key = ?
      """)
  }

  /// Creates the database, or verifies the existing one. No other process has it open.
  static func make(path: String, lockTimeout: Duration, journal: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path: path, mode: .create)
    try database.execute(ImageIndexSchema.connection(lockTimeout))
    let tables = try integer(database, "SELECT count(*) FROM sqlite_schema")
    if tables == 0 {
      // A rollback journal, so that the identifier is in the file itself: a log that was not yet
      // checkpointed might be lost.
      try set(database, journal: "delete")
      try database.transaction { () throws(SQLiteError) in
        try database.execute(ImageIndexSchema.creation)
      }
    }
    guard
      try integer(database, "PRAGMA application_id") == ImageIndexSchema.applicationIdentifier,
      try integer(database, "PRAGMA user_version") == ImageIndexSchema.version
    else { throw .notAnImageIndex(path) }
    try set(database, journal: journal)
    let connection = try ImageIndexConnection(database)
    if tables == 0 { return }
    _ = try connection.isEmpty()
    let check = try connection.database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw SQLiteError(code: 11, message: "quick_check failed", sql: nil, path: path)
    }
  }

  private static func set(_ database: SQLiteDatabase, journal: String) throws(SQLiteError) {
    let mode = try database.prepare("PRAGMA journal_mode=\(journal)")
    // The row is the mode in effect. It remains the previous one if the file system permits no log,
    // and works too.
    _ = try mode.step()
  }

  private static func integer(_ database: SQLiteDatabase, _ sql: String) throws(SQLiteError)
    -> Int64
  {
    let statement = try database.prepare(sql)
    return try statement.step() ? statement.integer(0) : -1
  }

  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let known = prepared[sql] { return known }
    let statement = try database.prepare(sql)
    prepared[sql] = statement
    return statement
  }

  /// Begins a read transaction, which saves each lookup the locking and three system calls. Others
  /// then write beside it, but cannot reuse the log.
  ///
  /// - Returns: true if the caller has to end it soon; false if it is open or not worth it.
  func beginReading() throws(SQLiteError) -> Bool {
    lookupCount += 1
    if isReading || lookupCount < Self.fewLookups { return false }
    try database.execute("BEGIN")
    isReading = true
    return true
  }

  func endReading() {
    if isReading { try? database.execute("COMMIT") }
    isReading = false
  }

  /// The row of a key; nil if it does not exist or is invalid.
  func lookUp(_ key: ImageKey) throws(SQLiteError) -> IndexedImage? {
    // Otherwise the statement would keep its read transaction, and a checkpoint could not empty the
    // log.
    defer { find.reset() }
    try find.bind(1, key)
    guard try find.step(), let image = IndexedImage(find) else { return nil }
    // In a damaged database a key may lead to the row of another.
    return image.key == key ? image : nil
  }
}
