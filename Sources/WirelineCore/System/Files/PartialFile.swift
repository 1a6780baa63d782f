internal import Glibc
internal import Synchronization

/// A file that grows under the eyes of its user, `NAME.part`, until it is whole:
/// what is there survives the process, and a mark beside it says what it is a
/// part of.
package final class PartialFile: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32>

  private var partPath: String { path + ".part" }
  private var markPath: String { path + ".part.mark" }

  /// Opens the part, which is empty where there is none, and keeps other processes from it.
  ///
  /// - Parameters:
  ///   - path: of the file when it is whole.
  ///   - isPrivate: whether the file is readable by its owner only.
  /// - Throws: `EWOULDBLOCK` with the operation `lock` where another process has it.
  package init(path: String, isPrivate: Bool = false) throws(FileError) {
    self.path = path
    let opened = try Self.openLocked(path + ".part", mode: AtomicFile.mode(isPrivate: isPrivate))
    descriptor = Mutex(opened)
    // An earlier run may have begun it without credentials.
    if isPrivate { fchmod(opened, 0o600) }
  }

  private static func openLocked(_ part: String, mode: mode_t) throws(FileError) -> Int32 {
    while true {
      let opened = DescriptorShortage.retrying {
        open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode)
      }
      guard opened >= 0 else { throw FileError(path: part, operation: "open", code: errno) }
      // A file system without locks is one with one user.
      if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(opened)
        throw FileError(path: part, operation: "lock", code: EWOULDBLOCK)
      }
      var (here, named) = (stat(), stat())
      if fstat(opened, &here) == 0, stat(part, &named) == 0, here.st_ino == named.st_ino,
        here.st_dev == named.st_dev
      {
        return opened
      }
      // Whoever had the lock has made it the whole file, or thrown it away.
      close(opened)
    }
  }

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }

  /// Bytes that are there.
  package var length: Int {
    var facts = stat()
    return fstat(descriptor.withLock { $0 }, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// The lines of the mark; empty where there is none.
  package var mark: [String] {
    guard let bytes = try? FileBytes.read(markPath) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Says what the part is of; without lines it is of nothing that could be
  /// taken up again.
  package func setMark(_ lines: [String]) throws(FileError) {
    guard !lines.isEmpty else {
      unlink(markPath)
      return
    }
    let file = try AtomicFile(path: markPath, mode: 0o600)
    try file.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    try file.commit()
  }

  /// Cuts the part to this length; what is written next goes behind it.
  package func keep(_ length: Int) throws(FileError) {
    let open = descriptor.withLock { $0 }
    guard ftruncate(open, off_t(length)) == 0, lseek(open, off_t(length), SEEK_SET) >= 0 else {
      throw FileError(path: partPath, operation: "truncate", code: errno)
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: partPath)
  }

  /// The part is whole: it takes its place.
  package func commit() throws(FileError) {
    guard rename(partPath, path) == 0 else {
      throw FileError(path: path, operation: "rename", code: errno)
    }
    unlink(markPath)
  }

  /// Nothing of it is worth keeping.
  package func discard() {
    unlink(partPath)
    unlink(markPath)
  }
}
