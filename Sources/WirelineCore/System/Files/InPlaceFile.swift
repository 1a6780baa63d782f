internal import Glibc

/// What is written to as it is: devices, pipes, and descriptors by their names.
enum InPlaceFile {
  /// A descriptor to write with, for the caller to close.
  static func open(_ path: String) throws(FileError) -> Int32 {
    let opened = descriptor(path).map(copy) ?? openWaitingForNobody(path)
    guard opened >= 0 else { throw FileError(path: path, operation: "write", code: errno) }
    return opened
  }

  /// The descriptor that a name stands for; nil where it stands for none.
  static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      guard let digits = folder.map({ path.dropFirst($0.count) }),
        digits.allSatisfy({ ("0"..."9").contains($0) })
      else { return nil }
      return Int32(digits)
    }
  }

  /// To open the name of a file would begin at its start, and write over what
  /// is there already; a copy goes on where the others are.
  private static func copy(_ descriptor: Int32) -> Int32 {
    guard descriptor <= 2 || wasGiven(descriptor) else {
      errno = EBADF
      return -1
    }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  /// What was opened here is not to be named: a record must not lead into a
  /// connection, a database or a pipe of ours. All but connections are closed
  /// on exec, and those are sockets.
  private static func wasGiven(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    var facts = stat()
    guard flags >= 0, flags & FD_CLOEXEC == 0, fstat(descriptor, &facts) == 0 else { return false }
    return [S_IFREG, S_IFIFO, S_IFCHR].contains(facts.st_mode & S_IFMT)
  }

  /// A pipe that nobody reads is an error (ENXIO), not a wait without an end
  /// for everybody on this thread.
  private static func openWaitingForNobody(_ path: String) -> Int32 {
    let opened = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if opened >= 0 { _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK) }
    return opened
  }
}
