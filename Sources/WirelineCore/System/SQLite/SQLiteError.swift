import CSQLite

package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code, https://sqlite.org/rescode.html
  package let code: Int32
  package internal(set) var message: String
  /// The statement; nil if the database could not be opened.
  package let sql: String?
  package let path: String
  package var isReadOnly = false

  package init(code: Int32, message: String, sql: String?, path: String, isReadOnly: Bool = false) {
    self.code = code
    self.message = message
    self.sql = sql
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// The content of a database is not what the tools wrote (SQLITE_CORRUPT).
  package static func damaged(_ path: String, because message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message, sql: nil, path: path)
  }

  /// The cause, which determines the error code.
  package enum Kind: Sendable, Equatable {
    /// The file is not a database, is damaged, or has a different schema: all statements are
    /// constants, so one that does not compile does not match the schema.
    case damaged
    case reading
    /// The disk is full, or the file or its folder cannot be written.
    case writing
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

  package var primaryCode: Int32 { code & 0xFF }

  /// SQLITE_IOERR_UNLOCK, _RDLOCK, _CHECKRESERVEDLOCK and _LOCK.
  private static let lockingCodes: Set<Int32> = [2058, 2314, 3594, 3850]

  package var description: String {
    if Self.lockingCodes.contains(code) {
      return "database \"\(path)\": cannot lock the file (SQLite \(code))"
    }
    // The message has the reason, with which the number says nothing more.
    if primaryCode == SQLITE_CANTOPEN { return "database \"\(path)\": \(message)" }
    let statement = sql.map { " in \"\($0)\"" } ?? ""
    return "database \"\(path)\": \(message) (SQLite \(code))\(statement)"
  }
}

/// The header of a database file, read without opening the database:
/// https://sqlite.org/fileformat2.html#the_database_header.
package struct SQLiteHeader: Sendable, Equatable {
  package let isDatabase: Bool
  /// `PRAGMA application_id`; 0 if the file is too short.
  package let applicationIdentifier: Int64
  /// `PRAGMA user_version`; 0 if the file is too short.
  package let userVersion: Int64
  /// The length of the database in bytes; 0 if the file is too short.
  package let bytes: Int

  package init(of path: String) throws(FileError) {
    self.init(try StateFile.head(path, count: 100))
  }

  package init(_ bytes: [UInt8]) {
    isDatabase = bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
    userVersion = Self.integer(bytes, at: 60)
    applicationIdentifier = Self.integer(bytes, at: 68)
    self.bytes =
      Self.pageBytes(bytes) * Int(UInt32(truncatingIfNeeded: Self.integer(bytes, at: 28)))
  }

  /// Whether the file is a database of this application and version.
  package func matches(_ application: Int64, version: Int64) -> Bool {
    isDatabase && applicationIdentifier == application && userVersion == version
  }

  /// The page size: two bytes, big-endian; 1 means 65,536.
  private static func pageBytes(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 18 else { return 0 }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int64 {
    guard bytes.count >= offset + 4 else { return 0 }
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int64(Int32(bitPattern: word))
  }
}
