/// The first hundred bytes of a database file,
/// https://sqlite.org/fileformat2.html#the_database_header: whose it is, told
/// without opening it.
package struct SQLiteHeader: Sendable, Equatable {
  /// Whether the file begins as every SQLite database does.
  package let isDatabase: Bool
  /// `PRAGMA application_id`; 0 where the file is too short to have one.
  package let applicationIdentifier: Int64
  /// `PRAGMA user_version`; 0 where the file is too short to have one.
  package let userVersion: Int64
  /// The length of the database: its pages times their size; 0 where the file is too short.
  package let bytes: Int

  package init(of path: String) throws(FileError) {
    self.init(try FileBytes.head(path, count: 100))
  }

  package init(_ bytes: [UInt8]) {
    isDatabase = bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
    userVersion = Self.integer(bytes, at: 60)
    applicationIdentifier = Self.integer(bytes, at: 68)
    self.bytes =
      Self.pageBytes(bytes) * Int(UInt32(truncatingIfNeeded: Self.integer(bytes, at: 28)))
  }

  /// Two bytes, big-endian, in which 1 stands for 65,536.
  private static func pageBytes(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 18 else { return 0 }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// Big-endian, signed, 32 bits.
  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int64 {
    guard bytes.count >= offset + 4 else { return 0 }
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int64(Int32(bitPattern: word))
  }
}
