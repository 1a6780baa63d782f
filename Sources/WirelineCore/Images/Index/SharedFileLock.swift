internal import Glibc

/// A shared lock of a file, flock(2): any number of processes has it, as long
/// as none has the exclusive one of `FileLock`. Freed when its process dies.
final class SharedFileLock: Sendable {
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: the lock file; created, never removed.
  ///   - wait: how long to try; polled, as flock has no time-out.
  /// - Returns: nil when another process kept the exclusive lock for so long.
  init?(path: String, wait: Duration) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    let end = ContinuousClock.now + wait
    while flock(descriptor, LOCK_SH | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, ContinuousClock.now < end else {
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw FileError(path: path, operation: "lock", code: code)
      }
      _ = poll(nil, 0, 5)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
