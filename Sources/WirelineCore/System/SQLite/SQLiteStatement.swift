internal import CSQLite

/// A prepared statement. Parameters count from 1, columns from 0, as in
/// SQLite. Used by one thread at a time.
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

  // MARK: Parameters

  package func bind(_ index: Int, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, Int32(index), value))
  }

  package func bind(_ index: Int, _ value: Double) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, Int32(index), value))
  }

  /// Nil is NULL.
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

  /// Text that is not copied: it must stay as it is until the next `reset`.
  package func bind(_ index: Int, text: UnsafeRawBufferPointer) throws(SQLiteError) {
    // A null pointer would be NULL, not the empty text.
    let start = text.baseAddress ?? UnsafeRawPointer(Self.empty)
    try check(
      sqlite3_bind_text(
        handle, Int32(index), start.assumingMemoryBound(to: CChar.self), Int32(text.count), nil))
  }

  // MARK: Rows

  /// Goes to the next row; false when there is none.
  package func step() throws(SQLiteError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    if status == SQLITE_DONE { return false }
    let error = database.error(status, sql: sql)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that has no rows, and makes it ready for the next time.
  package func run() throws(SQLiteError) {
    _ = try step()
    reset()
  }

  /// Makes the statement ready to run again; parameters keep their values.
  package func reset() { sqlite3_reset(handle) }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  package func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// Empty for NULL.
  package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// The text or blob itself, valid until the next step or reset.
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, Int32(column))
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column))))
  }

  private func check(_ status: Int32) throws(SQLiteError) {
    guard status == SQLITE_OK else { throw database.error(status, sql: sql) }
  }

  /// SQLITE_TRANSIENT: SQLite takes a copy.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  // One zero byte that is allocated once, never changed and never freed.
  private nonisolated(unsafe) static let empty: UnsafeMutableRawPointer = {
    let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    byte.storeBytes(of: 0, as: UInt8.self)
    return byte
  }()
}
