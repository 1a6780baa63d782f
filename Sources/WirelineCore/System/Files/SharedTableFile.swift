internal import Glibc

/// A file of records that several processes change in place. Each change holds the lock of a byte
/// (`ByteLocks`), which the kernel releases when the process exits.
package final class SharedTableFile: Sendable {
  package enum Failure: Error, Equatable, Sendable {
    case file(FileError)
    /// The file has a different header.
    case foreign(path: String)
  }

  package let path: String
  private let descriptor: Int32
  private let locks: ByteLocks

  /// Opens or creates the file.
  ///
  /// - Parameters:
  ///   - path: the file in an existing directory.
  ///   - header: written if the file is empty.
  package init(path: String, header: [UInt8]) throws(Failure) {
    self.path = path
    let found: [UInt8]
    do throws(FileError) {
      locks = try ByteLocks(path: path)
      descriptor = try StateFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      found = try FileBytes.bytes(descriptor, path, at: 0, count: header.count)
      // Two processes that find the file empty write the same bytes.
      if found.isEmpty { try write(header, at: 0) }
      // Fails early if the file system does not support locks.
      if try locks.lock(0) { try locks.unlock(0) }
    } catch {
      throw .file(error)
    }
    guard found.isEmpty || found == header else { throw .foreign(path: path) }
  }

  deinit { close(descriptor) }

  /// Reads a range and writes a part of it back, under its lock.
  ///
  /// - Parameters:
  ///   - offset: the first byte, above 0, whose lock protects the range.
  ///   - count: the number of bytes to read; fewer at the end of the file.
  ///   - body: returns the bytes to write and their offset in the range, or nil.
  /// - Returns: false if another process holds the lock; the body was not called.
  package func change(
    at offset: Int, count: Int, _ body: ([UInt8]) -> (offset: Int, bytes: [UInt8])?
  ) throws(FileError) -> Bool {
    guard try locks.lock(offset) else { return false }
    do throws(FileError) {
      if let change = body(try FileBytes.bytes(descriptor, path, at: offset, count: count)) {
        try write(change.bytes, at: offset + change.offset)
      }
    } catch {
      try? locks.unlock(offset)
      throw error
    }
    try locks.unlock(offset)
    return true
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    while true {
      let result = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if result == bytes.count { return }
      guard result < 0, errno == EINTR else {
        throw FileError(path: path, operation: "write", code: result < 0 ? errno : ENOSPC)
      }
    }
  }
}
