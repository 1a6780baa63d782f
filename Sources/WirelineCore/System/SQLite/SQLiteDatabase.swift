internal import CSQLite

/// One connection to an SQLite database. Used by one thread at a time.
package final class SQLiteDatabase {
  package enum Mode: Sendable {
    case readOnly
    /// Nobody writes to the file while it is open here: no locks, no checks.
    case immutable
    case readWrite
    /// Created if it is not there.
    case create
  }

  let handle: OpaquePointer
  package let path: String
  private let mode: Mode

  package init(path: String, mode: Mode) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    var handle: OpaquePointer?
    let status = sqlite3_open_v2(
      mode == .immutable ? Self.immutableURI(path) : path, &handle, Self.flags(mode), nil)
    guard status == SQLITE_OK, let handle else {
      let error = Self.error(handle, status, sql: nil, path: path, mode)
      sqlite3_close(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  private static func flags(_ mode: Mode) -> Int32 {
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
    for character in path {
      switch character {
      case "%": escaped += "%25"
      case "?": escaped += "%3f"
      case "#": escaped += "%23"
      default: escaped.append(character)
      }
    }
    return "file:\(escaped)?immutable=1"
  }

  /// Runs statements whose rows, if any, are not wanted.
  package func execute(_ sql: String) throws(SQLiteError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw error(status, sql: sql) }
  }

  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    try SQLiteStatement(self, sql)
  }

  /// Rows that the statement that ran last has inserted, changed or deleted.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The row number of the last insertion.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs the body in a transaction, which is rolled back when it throws.
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
    Self.error(handle, status, sql: sql, path: path, mode)
  }

  private static func error(
    _ handle: OpaquePointer?, _ status: Int32, sql: String?, path: String, _ mode: Mode
  ) -> SQLiteError {
    let message = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
    return SQLiteError(
      code: status, message: message.map { String(cString: $0) } ?? "error \(status)", sql: sql,
      path: path, isReadOnly: mode == .readOnly || mode == .immutable)
  }
}
