internal import Glibc
internal import WirelineCore

/// The checksum at the end of a city database, after SQLite's pages and the index.
///
/// The database carries its own checksum, so the parts stay together when the file is renamed,
/// linked, copied or restored from a backup. SQLite reads only the pages that its header counts.
enum CityStoreChecksum {
  /// Precedes the 32 bytes of the SHA-256.
  private static let magic = Array("wlci256\n".utf8)
  static let length = magic.count + SHA256.byteCount

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

  /// If the database is intact, its modification time is rounded down to a whole second, so that
  /// it counts as left alone from then on: a sync sets a whole second too, and any later write sets
  /// the current time, which has nanoseconds.
  ///
  /// - Throws: `CityStoreError.damaged`, or `.file` if the database cannot be read.
  static func verify(_ path: String) throws(CityStoreError) {
    let isIntact = try converting(CityStoreError.init(reading:)) { () throws(FileError) in
      let descriptor = try StateFile.open(path)
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        throw FileError(path: path, operation: "stat", code: errno)
      }
      let digest = try digest(of: descriptor, path, count: Int(status.st_size) - length)
      guard try FileBytes.head(of: descriptor, path, count: length) == magic + digest else {
        return false
      }
      FileTime.roundDown(descriptor, status)
      return true
    }
    if !isIntact { throw .damaged(path: path, reason: "its checksum does not match") }
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
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(rest, buffer.count)])
      let got = try FileBytes.read(descriptor, path, at: nil, into: space)
      if got == 0 { break }
      digest.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      rest -= got
    }
    return Array(digest.finalize())
  }
}
