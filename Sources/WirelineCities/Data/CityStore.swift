internal import Glibc
internal import WirelineCore

/// A city database, opened for reading.
final class CityStore {
  let database: SQLiteDatabase
  let index: CityIndex
  let path: String

  /// - Parameter verifies: whether to compare the whole content with its checksum even if the
  ///   modification time is one that a sync left.
  /// - Throws: If the file is missing, damaged, or not a city database.
  init(path: String, verifies: Bool = false) throws(CityStoreError) {
    self.path = path
    let header = try Self.header(of: path)
    guard header.userVersion == CityStoreSchema.version else {
      throw .otherVersion(path: path, version: header.userVersion)
    }
    let isUntouched = FileAttributes(path)?.hasWholeSecond == true
    if verifies || !isUntouched { try CityStoreChecksum.verify(path) }
    var opened: (CityIndex?, SQLiteDatabase)
    var identity: FileIdentity?
    // A sync replaces the file and never changes it, so locks and checks are not needed. Both parts
    // must be of one file.
    repeat {
      identity = FileIdentity(path)
      opened = (
        try converting(CityStoreError.init(reading:)) { () throws(FileError) in
          CityIndex(try MappedFile(path))
        },
        try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
          try SQLiteDatabase(path: path, mode: .immutable)
        }
      )
    } while FileIdentity(path) != identity
    guard let index = opened.0 else {
      throw .damaged(path: path, reason: "its index is incomplete")
    }
    (self.index, database) = (index, opened.1)
  }

  private static func header(of path: String) throws(CityStoreError) -> SQLiteHeader {
    let header = try converting(CityStoreError.init(reading:)) { () throws(FileError) in
      try SQLiteHeader(of: path)
    }
    let isCities = header.applicationIdentifier == CityStoreSchema.applicationIdentifier
    if header.isDatabase, isCities { return header }
    // A sync leaves a checksum at the end of the database, and a lock file.
    let isOurs =
      CityStoreChecksum.isPresent(in: path)
      || !header.isDatabase && access(path + ".lock", F_OK) == 0
    throw isOurs
      ? .damaged(path: path, reason: "it does not begin with the header of a city database")
      : .notACityDatabase(path: path)
  }

  /// The source of a database whose other tables this version may not know.
  static func source(ofAnyVersion path: String) throws(SQLiteError) -> String? {
    let database = try SQLiteDatabase(path: path, mode: .immutable)
    let row = try database.prepare("SELECT value FROM meta WHERE name = 'source'")
    return try row.step() ? row.text(0) : nil
  }

  func metadata() throws(CityStoreError) -> CityMetadata {
    let entries = try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
      var entries: [String: String] = [:]
      let statement = try database.prepare("SELECT name, value FROM meta")
      while try statement.step() { entries[statement.text(0)] = statement.text(1) }
      return entries
    }
    let checkedAt = try converting(CityStoreError.file) { () throws(FileError) in
      try FileTime.modified(path)
    }
    guard let metadata = CityMetadata(entries: entries, checkedAt: checkedAt) else {
      throw .damaged(path: path, reason: "its metadata is incomplete")
    }
    return metadata
  }
}
