internal import Glibc
internal import Synchronization

/// A file that grows as `NAME.part` until it is complete. The part survives the process; a second
/// file, the mark, identifies its source.
package final class PartialFile: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32>

  private var partPath: String { path + ".part" }
  private var markPath: String { path + ".part.mark" }

  /// Opens or creates the part and locks it.
  ///
  /// - Parameters:
  ///   - path: the path of the complete file.
  ///   - isPrivate: whether only the owner may read the file.
  /// - Throws: `EWOULDBLOCK` with the operation `lock` if another process holds the lock.
  package init(path: String, isPrivate: Bool = false) throws(FileError) {
    self.path = path
    let opened = try Self.openLocked(path + ".part", mode: AtomicFile.mode(isPrivate: isPrivate))
    descriptor = Mutex(opened)
    // An earlier run may have created it without credentials.
    if isPrivate { fchmod(opened, 0o600) }
  }

  private static func openLocked(_ part: String, mode: mode_t) throws(FileError) -> Int32 {
    while true {
      let opened = try StateFile.open(part, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: mode)
      // If the file system does not support locks, assumes one user.
      if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(opened)
        throw FileError(path: part, operation: "lock", code: EWOULDBLOCK)
      }
      if FileLock.isSame(opened, part) { return opened }
      // The previous owner has renamed or removed it.
      close(opened)
    }
  }

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }

  package var length: Int { FileBytes.size(descriptor.withLock { $0 }) ?? 0 }

  /// The lines of the mark; empty without one.
  package var mark: [String] {
    guard let bytes = try? StateFile.read(markPath, limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Writes the mark; without lines the part cannot be resumed.
  package func setMark(_ lines: [String]) throws(FileError) {
    guard !lines.isEmpty else {
      unlink(markPath)
      return
    }
    let text = lines.joined(separator: "\n") + "\n"
    try AtomicFile.write(Array(text.utf8), to: markPath, mode: 0o600)
  }

  /// Truncates the part and continues writing there.
  package func keep(_ length: Int) throws(FileError) {
    let open = descriptor.withLock { $0 }
    guard ftruncate(open, off_t(length)) == 0, lseek(open, off_t(length), SEEK_SET) >= 0 else {
      throw FileError(path: partPath, operation: "truncate", code: errno)
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: partPath)
  }

  package func commit() throws(FileError) {
    guard rename(partPath, path) == 0 else {
      throw FileError(path: path, operation: "rename", code: errno)
    }
    unlink(markPath)
  }

  package func discard() {
    unlink(partPath)
    unlink(markPath)
  }
}
