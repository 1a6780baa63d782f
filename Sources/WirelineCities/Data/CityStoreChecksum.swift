internal import Glibc
internal import WirelineCore

/// The checksum at the end of a city database, after SQLite's pages.
///
/// The database carries its own checksum, so the two stay together when the file is renamed,
/// linked, copied or restored from a backup. SQLite reads only the pages that its header counts.
///
/// A database of an earlier version has no checksum and is checked with `PRAGMA quick_check`.
enum CityStoreChecksum {
  /// Precedes the 32 bytes of the SHA-256.
  private static let mark = Array("wlci256\n".utf8)
  private static let length = mark.count + SHA256.byteCount

  /// Appends the checksum to a finished database.
  static func append(to path: String) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    defer { close(descriptor) }
    // Reading to the end leaves the file offset where the checksum belongs.
    let digest = try digest(of: descriptor, path, count: .max)
    try FileBytes.write(mark + digest, to: descriptor, path: path)
  }

  /// Whether a file ends with a checksum, right or wrong.
  static func isPresent(in path: String) -> Bool {
    guard let descriptor = try? FileBytes.open(path) else { return false }
    defer { close(descriptor) }
    guard lseek(descriptor, off_t(-length), SEEK_END) >= 0 else { return false }
    return (try? FileBytes.head(of: descriptor, path, count: mark.count)) == mark
  }

  /// Whether a file was left alone since a sync wrote or confirmed it, judged by its size and
  /// modification time.
  ///
  /// A sync sets the modification time to a whole second. Any later write sets it to the current
  /// time, which has nanoseconds.
  static func isUntouched(_ facts: FileFacts, _ header: SQLiteHeader) -> Bool {
    facts.hasWholeSecond && [header.bytes, header.bytes + length].contains(facts.bytes)
  }

  /// Reads the whole database and compares it with its checksum.
  ///
  /// If the database is intact, its modification time is rounded down to a whole second, so that
  /// `isUntouched` is true from then on.
  ///
  /// - Throws: `CityStoreError.damaged`, or `.file` if the database cannot be read.
  static func verify(_ path: String) throws(CityStoreError) {
    let fault: String?
    do throws(FileError) {
      fault = try Self.fault(in: path)
    } catch {
      throw CityStoreError(reading: error)
    }
    if let fault { throw .damaged(path: path, reason: fault) }
  }

  /// Returns why a database is damaged, or nil if it is intact.
  private static func fault(in path: String) throws(FileError) -> String? {
    let descriptor = try FileBytes.open(path)
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      throw FileError(path: path, operation: "stat", code: errno)
    }
    let bytes = Int(facts.st_size)
    let header = SQLiteHeader(try FileBytes.head(of: descriptor, path, count: 100))
    switch bytes {
    case header.bytes: if let fault = quickCheckFault(path) { return fault }
    case header.bytes + length:
      guard lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileError(path: path, operation: "read", code: errno)
      }
      let digest = try digest(of: descriptor, path, count: header.bytes)
      let stored = try FileBytes.head(of: descriptor, path, count: length)
      if stored != mark + digest { return "its checksum does not match" }
    default: return "it has \(bytes) bytes instead of \(header.bytes + length)"
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

  private static func quickCheckFault(_ path: String) -> String? {
    do throws(SQLiteError) {
      let check = try SQLiteDatabase(path: path, mode: .immutable)
        .prepare("PRAGMA quick_check(1)")
      guard try check.step() else { return "quick_check has no result" }
      let result = check.text(0)
      return result == "ok" ? nil : result
    } catch {
      return error.message
    }
  }
}
