internal import Glibc

/// Locks on single bytes of one file, which the kernel frees when their process
/// dies: fcntl(2), "open file description locks".
///
/// A byte stands for whatever the users of the file agree on, and need not
/// exist. Within a process they exclude nobody.
package final class ByteLocks: Sendable {
  private let path: String
  private let descriptor: Int32

  /// - Parameter path: the lock file; created with mode 0600, never removed.
  package init(path: String) throws(FileError) {
    self.path = path
    descriptor = DescriptorShortage.retrying {
      open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the locks of some bytes, all or none.
  ///
  /// - Parameter offset: 0 or more.
  /// - Returns: false when another process has one of them.
  package func lock(_ offset: Int, count: Int = 1) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try control(Self.setLock, F_WRLCK, offset, count)
      return true
    } catch {
      if error.code == EAGAIN || error.code == EACCES { return false }
      throw error
    }
  }

  /// Takes a byte's lock together with others who do the same.
  package func share(_ offset: Int) throws(FileError) {
    _ = try control(Self.setLock, F_RDLCK, offset)
  }

  /// Makes the file a byte longer: a sign to others that somebody came.
  package func lengthen() throws(FileError) {
    var byte: UInt8 = 0
    guard write(descriptor, &byte, 1) == 1 else {
      throw FileError(path: path, operation: "write", code: errno)
    }
  }

  /// The file's length in bytes; nil if it cannot be had.
  package var length: Int? {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : nil
  }

  package func unlock(_ offset: Int, count: Int = 1) throws(FileError) {
    _ = try control(Self.setLock, F_UNLCK, offset, count)
  }

  /// Whether another process has a byte's lock.
  package func isLockedElsewhere(_ offset: Int) throws(FileError) -> Bool {
    try control(Self.getLock, F_WRLCK, offset).kind != F_UNLCK
  }

  /// How many bytes another process has locked in one go, of which this is one; 0
  /// for none.
  package func countLockedElsewhere(_ offset: Int) throws(FileError) -> Int {
    let lock = try control(Self.getLock, F_WRLCK, offset)
    return lock.kind == F_UNLCK ? 0 : lock.count
  }

  // asm-generic/fcntl.h; Glibc shows them to programs in C alone.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// - Returns: the lock that is in the way, or `F_UNLCK`.
  private func control(
    _ command: Int32, _ kind: Int32, _ offset: Int, _ count: Int = 1
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
