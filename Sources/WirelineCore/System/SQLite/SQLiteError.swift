internal import CSQLite

/// An SQLite call that failed.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code, https://sqlite.org/rescode.html
  package let code: Int32
  /// SQLite's own words.
  package let message: String
  /// The statement; nil when the database itself could not be opened.
  package let sql: String?
  package let path: String
  /// Whether the database was opened for reading only.
  package var isReadOnly = false

  package init(code: Int32, message: String, sql: String?, path: String, isReadOnly: Bool = false) {
    self.code = code
    self.message = message
    self.sql = sql
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// The cause, which decides the error code.
  package enum Kind: Sendable, Equatable {
    /// The file is not a database, its content is damaged, or it has other tables: all statements
    /// are fixed, so one that does not compile met another schema.
    case damaged
    case reading
    /// The disk is full, or the file or its folder cannot be written.
    case writing
    /// Another process has the lock.
    case busy
    case other
  }

  package var kind: Kind {
    switch primaryCode {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR: .damaged
    case SQLITE_CANTOPEN: isReadOnly ? .reading : .writing
    case SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOLFS: .writing
    case SQLITE_IOERR: Self.readingCodes.contains(code >> 8) || isReadOnly ? .reading : .writing
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    default: .other
    }
  }

  /// The second bytes of SQLITE_IOERR_READ, _SHORT_READ, _FSTAT and _CORRUPTFS (EIO of a read).
  private static let readingCodes: Set<Int32> = [1, 2, 7, 33]

  /// The primary result code.
  package var primaryCode: Int32 { code & 0xFF }

  /// SQLITE_IOERR_UNLOCK, _RDLOCK, _CHECKRESERVEDLOCK and _LOCK.
  private static let lockingCodes: Set<Int32> = [2058, 2314, 3594, 3850]

  package var description: String {
    if Self.lockingCodes.contains(code) {
      return "database \"\(path)\": cannot lock the file (SQLite \(code))"
    }
    let place = sql.map { " in \"\($0)\"" } ?? ""
    return "database \"\(path)\": \(message) (SQLite \(code))\(place)"
  }
}
