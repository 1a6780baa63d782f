internal import Glibc

/// A lock that the kernel frees when its process dies, flock(2).
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or returns nil when another process has it.
  ///
  /// - Parameters:
  ///   - path: the lock file; created, never removed.
  ///   - isShared: whether any number of processes may have it so, as long as none
  ///     has it alone.
  ///   - wait: how long to try; polled, as flock has no time-out.
  ///   - isStopping: whether there is no more reason to wait.
  package convenience init?(
    path: String, isShared: Bool = false, wait: Duration = .zero,
    isStopping: () -> Bool = { false }
  ) throws(FileError) {
    try self.init(path: path, isShared: isShared, wait: wait, isStopping: isStopping) {
      // Who shares waits for a moment only: for someone who makes or mends.
      _ = poll(nil, 0, isShared ? 5 : 50)
    }
  }

  /// - Parameter pause: called before each further try.
  package convenience init?(
    path: String, isShared: Bool = false, wait: Duration, isStopping: () -> Bool,
    pause: () -> Void
  ) throws(FileError) {
    let end = ContinuousClock.now + wait
    while true {
      if let descriptor = try Self.tryLock(path, isShared ? LOCK_SH : LOCK_EX) {
        self.init(descriptor)
        return
      }
      if ContinuousClock.now >= end || isStopping() { return nil }
      pause()
    }
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static func tryLock(_ path: String, _ kind: Int32) throws(FileError) -> Int32? {
    while true {
      let descriptor = DescriptorShortage.retrying {
        open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
      guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
      guard flock(descriptor, kind | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        if code == EINTR { continue }
        throw FileError(path: path, operation: "lock", code: code)
      }
      // Someone may have removed the file meanwhile: then this lock is on a
      // file that nobody else will ever open.
      if isSame(descriptor, path) { return descriptor }
      close(descriptor)
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var mine = stat()
    var there = stat()
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0
      && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }
}
