import CSQLite
import Glibc

/// A connection to an SQLite database, for one thread at a time.
package final class SQLiteDatabase {
  package enum Mode: Sendable {
    case readOnly
    /// No other process writes to the file: no locks, no checks.
    case immutable
    case readWrite
    case create
  }

  let handle: OpaquePointer
  package let path: String
  private let mode: Mode

  package init(path: String, mode: Mode) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    // The initializer of a static property runs once.
    Self.isConfigured
    var handle: OpaquePointer?
    let status = sqlite3_open_v2(
      mode == .immutable ? Self.immutableURI(path) : path, &handle, Self.flags(mode), nil)
    guard status == SQLITE_OK, let handle else {
      var error = Self.error(of: handle, status: status, sql: nil, path: path, mode: mode)
      sqlite3_close(handle)
      if error.primaryCode == SQLITE_CANTOPEN, FileAttributes(path)?.isFile == false {
        error.message = "not a regular file"
      }
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    sqlite3_refuse_views(handle)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Replaces SQLite's function for opening files (https://sqlite.org/c3ref/vfs.html), so that
  /// databases, their journals and logs are opened like other files of the tools.
  private static let isConfigured: Void = {
    sqlite3_omit_memory_statistics()
    guard let system = sqlite3_vfs_find(nil), let replace = system.pointee.xSetSystemCall else {
      return
    }
    let open: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { path, flags, mode in
      guard let path else { return -1 }
      return DescriptorShortage.retrying {
        // SQLite flushes folders, and reads random numbers.
        StateFile.openRegular(path, flags: flags, mode: mode_t(bitPattern: mode)) { type in
          type == S_IFDIR || strcmp(path, "/dev/urandom") == 0
        }
      }
    }
    // SQLite stores all functions with one type and calls each with its own.
    _ = replace(system, "open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self))
  }()

  private static func flags(_ mode: Mode) -> Int32 {
    // NOMUTEX: a connection is used by one thread at a time.
    let own = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    return switch mode {
    case .readOnly: SQLITE_OPEN_READONLY | own
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | own
    case .readWrite: SQLITE_OPEN_READWRITE | own
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | own
    }
  }

  /// https://sqlite.org/uri.html
  private static func immutableURI(_ path: String) -> String {
    var escaped = ""
    for character in path.unicodeScalars {
      switch character {
      case "%": escaped += "%25"
      case "?": escaped += "%3f"
      case "#": escaped += "%23"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return "file:\(escaped)?immutable=1"
  }

  /// Opens another database for reading, as a schema with a name. No other process writes to it.
  ///
  /// Only for a connection that is `immutable` itself, which accepts URIs.
  package func attach(_ path: String, as schema: String) throws(SQLiteError) {
    let statement = try prepare("ATTACH ? AS \(schema)")
    try statement.bind(1, Self.immutableURI(path))
    try statement.run()
  }

  package func execute(_ sql: String) throws(SQLiteError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw error(status, sql: sql) }
  }

  /// The number of the last row that was inserted, rather than updated, or what it was set to.
  package var lastInsertedRow: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }

  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    try SQLiteStatement(self, sql)
  }

  /// Runs the body in a transaction. Rolls it back if the body throws.
  package func transaction<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  func error(_ status: Int32, sql: String?) -> SQLiteError {
    Self.error(of: handle, status: status, sql: sql, path: path, mode: mode)
  }

  private static func error(
    of handle: OpaquePointer?, status: Int32, sql: String?, path: String, mode: Mode
  ) -> SQLiteError {
    let message = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
    return SQLiteError(
      code: status, message: message.map { String(cString: $0) } ?? "error \(status)", sql: sql,
      path: path, isReadOnly: mode == .readOnly || mode == .immutable)
  }
}

/// A prepared statement, for one thread at a time. Parameters count from 1, columns from 0, as in
/// SQLite.
package final class SQLiteStatement {
  private let database: SQLiteDatabase
  private let handle: OpaquePointer
  private let sql: String

  init(_ database: SQLiteDatabase, _ sql: String) throws(SQLiteError) {
    self.database = database
    self.sql = sql
    var handle: OpaquePointer?
    let status = sqlite3_prepare_v3(
      database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard status == SQLITE_OK, let handle else { throw database.error(status, sql: sql) }
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  package func bind(_ index: Int, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, Int32(index), value))
  }

  /// Binds text; nil is NULL.
  package func bind(_ index: Int, _ value: String?) throws(SQLiteError) {
    guard var value else { return try check(sqlite3_bind_null(handle, Int32(index))) }
    let status = value.withUTF8 { text in
      sqlite3_bind_text(
        handle, Int32(index),
        UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self),
        Int32(text.count), Self.transient)
    }
    try check(status)
  }

  /// Binds text without copying; it must stay valid until the next `reset`.
  package func bind(_ index: Int, text: UnsafeRawBufferPointer) throws(SQLiteError) {
    // A null pointer would bind NULL instead of the empty text.
    guard let start = text.baseAddress else { return try bind(index, "") }
    try check(
      sqlite3_bind_text(
        handle, Int32(index), start.assumingMemoryBound(to: CChar.self), Int32(text.count), nil))
  }

  /// Binds a copy of bytes.
  package func bind(_ index: Int, blob: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(
      sqlite3_bind_blob(
        handle, Int32(index), blob.baseAddress, Int32(blob.count), Self.transient))
  }

  /// Advances to the next row; false at the end.
  package func step() throws(SQLiteError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    if status == SQLITE_DONE { return false }
    let error = database.error(status, sql: sql)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that does not return rows, and resets it.
  package func run() throws(SQLiteError) {
    _ = try step()
    reset()
  }

  /// Makes the statement ready to run again; parameters keep their values.
  package func reset() { sqlite3_reset(handle) }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  package func isInteger(_ column: Int) -> Bool { type(of: column) == SQLITE_INTEGER }
  package func isText(_ column: Int) -> Bool { type(of: column) == SQLITE_TEXT }
  package func isNull(_ column: Int) -> Bool { type(of: column) == SQLITE_NULL }

  private func type(of column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

  /// Returns the text of a value; empty for NULL.
  package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// The text or blob itself, valid until the next step or reset.
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    // In this order, because the conversion of a number to text changes the length
    // (https://sqlite.org/c3ref/column_blob.html). `sqlite3_column_text` would copy each blob.
    let start = sqlite3_column_blob(handle, Int32(column))
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column))))
  }

  /// The file, for error messages.
  package var path: String { database.path }

  private func check(_ status: Int32) throws(SQLiteError) {
    guard status == SQLITE_OK else { throw database.error(status, sql: sql) }
  }

  /// SQLITE_TRANSIENT: SQLite copies the text.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
