import Glibc

/// A lock that the kernel releases when its process exits, flock(2).
package final class FileLock: Sendable {
  let descriptor: Int32

  /// Takes the lock, or returns nil if another process holds it.
  ///
  /// - Parameters:
  ///   - path: the lock file; created, never removed.
  ///   - isShared: whether other processes may share the lock.
  ///   - wait: how long to poll for the lock; flock does not support a timeout.
  ///   - isStopping: returns whether to stop waiting.
  ///   - pause: waits before each retry. By default, shared locks wait only briefly, for a process
  ///     that creates or repairs the file.
  package init?(
    path: String, isShared: Bool = false, wait: Duration = .zero,
    isStopping: () -> Bool = { false }, pause: (() -> Void)? = nil
  ) throws(FileError) {
    let pause = pause ?? { _ = poll(nil, 0, isShared ? 5 : 50) }
    let end = ContinuousClock.now + wait
    while true {
      if let descriptor = try Self.tryLock(path, isShared ? LOCK_SH : LOCK_EX) {
        self.descriptor = descriptor
        return
      }
      if ContinuousClock.now >= end || isStopping() { return nil }
      pause()
    }
  }

  /// Unlocks, because a child process that does not run its program yet keeps the descriptor open.
  deinit {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func tryLock(_ path: String, _ kind: Int32) throws(FileError) -> Int32? {
    while true {
      let descriptor = try StateFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      guard flock(descriptor, kind | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        if code == EINTR { continue }
        throw FileError(path: path, operation: "lock", code: code)
      }
      // If the file was removed meanwhile, no other process can open the locked file.
      if isSame(descriptor, path) { return descriptor }
      close(descriptor)
    }
  }

  /// Whether a path still names an open file.
  static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0
      && open.st_ino == named.st_ino && open.st_dev == named.st_dev
  }
}

/// Locks on single bytes of a file, which the kernel releases when their process exits: fcntl(2),
/// "open file description locks".
///
/// The bytes need not exist. Locks do not exclude other threads of the process.
package final class ByteLocks: Sendable {
  private let path: String
  private let descriptor: Int32

  /// - Parameter path: the lock file; created with mode 0600, never removed.
  package init(path: String) throws(FileError) {
    self.path = path
    descriptor = try StateFile.open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW)
  }

  deinit { close(descriptor) }

  /// Locks a range of bytes.
  ///
  /// - Parameter offset: 0 or more.
  /// - Returns: false if another process holds a lock in the range.
  package func lock(_ offset: Int, count: Int = 1) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try control(Self.setLock, kind: F_WRLCK, at: offset, count: count)
      return true
    } catch {
      if error.code == EAGAIN || error.code == EACCES { return false }
      throw error
    }
  }

  package func share(_ offset: Int) throws(FileError) {
    _ = try control(Self.setLock, kind: F_RDLCK, at: offset)
  }

  /// Appends a byte, to signal other processes.
  package func lengthen() throws(FileError) {
    var byte: UInt8 = 0
    guard write(descriptor, &byte, 1) == 1 else {
      throw FileError(path: path, operation: "write", code: errno)
    }
  }

  package var length: Int? { FileBytes.size(descriptor) }

  package func unlock(_ offset: Int, count: Int = 1) throws(FileError) {
    _ = try control(Self.setLock, kind: F_UNLCK, at: offset, count: count)
  }

  package func isLockedByOther(_ offset: Int) throws(FileError) -> Bool {
    try lengthLockedByOther(offset) > 0
  }

  /// The length of another process's lock that contains a byte; 0 without one.
  package func lengthLockedByOther(_ offset: Int) throws(FileError) -> Int {
    let lock = try control(Self.getLock, kind: F_WRLCK, at: offset)
    return lock.kind == F_UNLCK ? 0 : lock.count
  }

  // asm-generic/fcntl.h; Glibc declares them for GNU programs in C only.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// - Returns: the conflicting lock, or `F_UNLCK`.
  private func control(
    _ command: Int32, kind: Int32, at offset: Int, count: Int = 1
  ) throws(FileError) -> (kind: Int32, count: Int) {
    var lock = Glibc.flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(offset)
    lock.l_len = off_t(count)
    while fcntl(descriptor, command, &lock) != 0 {
      guard errno == EINTR else { throw FileError(path: path, operation: "lock", code: errno) }
    }
    return (Int32(lock.l_type), Int(lock.l_len))
  }
}
