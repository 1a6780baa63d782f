internal import Glibc
internal import WirelineCore

/// A city database, opened for reading.
final class CityStore {
  let database: SQLiteDatabase
  let path: String

  /// - Parameter verifies: whether to compare the whole content with its checksum even if size and
  ///   modification time are those that a sync left.
  /// - Throws: If the file is missing, damaged, or not a city database.
  init(path: String, verifies: Bool = false) throws(CityStoreError) {
    self.path = path
    let header = try Self.header(of: path)
    guard header.userVersion == CityStoreSchema.version else {
      throw .otherVersion(path: path, version: header.userVersion)
    }
    let isUntouched =
      FileAttributes(path).map { CityStoreChecksum.isUntouched($0, header) } ?? false
    if verifies || !isUntouched { try CityStoreChecksum.verify(path) }
    database = try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
      // A sync replaces the file and never changes it, so locks and checks are not needed.
      try SQLiteDatabase(path: path, mode: .immutable)
    }
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

/// The checksum at the end of a city database, after SQLite's pages.
///
/// The database carries its own checksum, so the two stay together when the file is renamed,
/// linked, copied or restored from a backup. SQLite reads only the pages that its header counts.
enum CityStoreChecksum {
  /// Precedes the 32 bytes of the SHA-256.
  private static let magic = Array("wlci256\n".utf8)
  private static let length = magic.count + SHA256.byteCount

  /// Appends the checksum to a finished database.
  static func append(to path: String) throws(FileError) {
    let descriptor = try StateFile.open(path, O_RDWR)
    defer { close(descriptor) }
    // Reading to the end leaves the file offset where the checksum belongs.
    let digest = try digest(of: descriptor, path, count: .max)
    try FileBytes.write(magic + digest, to: descriptor, path: path)
  }

  static func isPresent(in path: String) -> Bool {
    guard let descriptor = try? StateFile.open(path) else { return false }
    defer { close(descriptor) }
    guard lseek(descriptor, off_t(-length), SEEK_END) >= 0 else { return false }
    return (try? FileBytes.head(of: descriptor, path, count: magic.count)) == magic
  }

  /// Whether a file was left alone since a sync wrote or confirmed it, judged by its size and
  /// modification time.
  ///
  /// A sync sets the modification time to a whole second. Any later write sets it to the current
  /// time, which has nanoseconds.
  static func isUntouched(_ facts: FileAttributes, _ header: SQLiteHeader) -> Bool {
    facts.hasWholeSecond && facts.bytes == header.bytes + length
  }

  /// If the database is intact, its modification time is rounded down to a whole second, so that
  /// `isUntouched` is true from then on.
  ///
  /// - Throws: `CityStoreError.damaged`, or `.file` if the database cannot be read.
  static func verify(_ path: String) throws(CityStoreError) {
    let damage = try converting(CityStoreError.init(reading:)) { () throws(FileError) in
      try Self.damage(in: path)
    }
    if let damage { throw .damaged(path: path, reason: damage) }
  }

  /// Returns why a database is damaged, or nil if it is intact.
  private static func damage(in path: String) throws(FileError) -> String? {
    let descriptor = try StateFile.open(path)
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      throw FileError(path: path, operation: "stat", code: errno)
    }
    let bytes = Int(facts.st_size)
    let header = SQLiteHeader(try FileBytes.head(of: descriptor, path, count: 100))
    guard bytes == header.bytes + length else {
      return "it has \(bytes) bytes instead of \(header.bytes + length)"
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw FileError(path: path, operation: "read", code: errno)
    }
    let digest = try digest(of: descriptor, path, count: header.bytes)
    if try FileBytes.head(of: descriptor, path, count: length) != magic + digest {
      return "its checksum does not match"
    }
    FileTime.roundDown(descriptor, facts)
    return nil
  }

  /// The SHA-256 of the next bytes of a file, up to `count`; leaves the offset after them.
  private static func digest(
    of descriptor: Int32, _ path: String, count: Int
  ) throws(FileError) -> [UInt8] {
    var digest = SHA256()
    var rest = count
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while rest > 0 {
      let got = read(descriptor, buffer.baseAddress, min(rest, buffer.count))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError(path: path, operation: "read", code: errno) }
      if got == 0 { break }
      digest.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      rest -= got
    }
    return Array(digest.finalize())
  }
}

/// The previous databases: `cities.sqlite.1` is the most recent one, `.2` the one before it.
struct CityGenerations: Sendable {
  /// The database in use.
  let path: String
  /// The number of previous databases to keep.
  var limit = 0

  private func name(_ number: Int) -> String { "\(path).\(number)" }

  /// Links the database in use to a second name before it is replaced, so that readers always find
  /// a database.
  func retainCurrent() throws(FileError) {
    guard limit > 0, access(path, F_OK) == 0 else { return }
    for number in stride(from: limit - 1, through: 1, by: -1) {
      if rename(name(number), name(number + 1)) != 0, errno != ENOENT {
        throw FileError(path: name(number), operation: "rename", code: errno)
      }
    }
    unlink(name(1))
    guard link(path, name(1)) == 0 else {
      throw FileError(path: name(1), operation: "link", code: errno)
    }
  }

  var paths: [String] {
    var found: [String] = []
    while access(name(found.count + 1), F_OK) == 0 { found.append(name(found.count + 1)) }
    return found
  }

  /// Exchanges the database in use and the most recent previous one.
  ///
  /// - Throws: `ENOENT` without a previous database.
  func rollBack() throws(FileError) {
    let previous = name(1)
    guard access(previous, R_OK) == 0 else {
      throw FileError(path: previous, operation: "open", code: errno)
    }
    // A temporary link, so that the path of the database refers to a whole database at any time.
    let held = TemporaryFiles.name(for: path)
    guard link(path, held) == 0 else {
      throw FileError(path: path, operation: "link", code: errno)
    }
    guard rename(previous, path) == 0 else {
      let code = errno
      unlink(held)
      throw FileError(path: path, operation: "rename", code: code)
    }
    guard rename(held, previous) == 0 else {
      throw FileError(path: previous, operation: "rename", code: errno)
    }
    try Directories.flush(containing: path)
  }
}
