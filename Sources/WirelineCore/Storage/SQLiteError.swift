/// An SQLite call that failed.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code, https://sqlite.org/rescode.html
  package let code: Int32
  /// SQLite's own words.
  package let message: String
  /// The statement; nil when the database itself could not be opened.
  package let sql: String?
  package let path: String

  /// The primary result code.
  package var primaryCode: Int32 { code & 0xFF }

  /// SQLITE_NOTADB, SQLITE_CORRUPT.
  package var isNotADatabase: Bool { primaryCode == 26 || primaryCode == 11 }
  /// SQLITE_FULL: no space left.
  package var isFull: Bool { primaryCode == 13 }
  /// SQLITE_CANTOPEN.
  package var isCannotOpen: Bool { primaryCode == 14 }

  package var description: String {
    let place = sql.map { " in \"\($0)\"" } ?? ""
    return "database \"\(path)\": \(message) (SQLite \(code))\(place)"
  }
}
