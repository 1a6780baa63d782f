import Glibc

/// Reads, writes and waits for descriptors. Handles `EINTR`.
package enum Descriptor {
  /// Creates a pipe that children do not inherit.
  package static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError("pipe") }
    return (raised(ends[0]), raised(ends[1]))
  }

  /// Opens a file; with `O_CREAT`, creates it with mode 0600.
  package static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Glibc.open(path, flags, mode_t(0o600))
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    return raised(descriptor)
  }

  /// Creates a socket at an IPv4 address.
  ///
  /// - Parameter port: 0 for a free one, which is returned.
  static func socket(
    _ type: __socket_type, at bytes: [UInt8], port: UInt16
  ) throws -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(type.rawValue), 0)
    guard socket >= 0 else { throw SystemError("socket") }
    keepPrivate(socket)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutableBytes(of: &address) { raw in
      let address = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(socket, address, size) != 0 ? -1 : getsockname(socket, address, &size)
    }
    guard code == 0 else {
      let error = SystemError("bind")
      close(socket)
      throw error
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Moves a descriptor above 3, because `SpawnRequest` assigns the numbers 0 to 3 in the child.
  private static func raised(_ descriptor: Int32) -> Int32 {
    guard descriptor < 4 else {
      keepPrivate(descriptor)
      return descriptor
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    close(descriptor)
    return copy
  }

  /// Prevents children from inheriting a descriptor.
  package static func keepPrivate(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// The result of waiting for a descriptor.
  package enum Readiness: Equatable, Sendable {
    case ready
    case timedOut
    /// The descriptor `stop` became readable.
    case stopped
  }

  /// Waits until `descriptor` has one of `events`, `stop` is readable, or the time is up.
  package static func wait(
    _ descriptor: Int32, for events: Int32 = POLLIN, stop: Int32 = -1, within limit: Duration?
  ) -> Readiness {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      var entries = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, 2, milliseconds(until: deadline))
      if entries[1].revents != 0, count > 0 { return .stopped }
      if count > 0 { return .ready }
      if count == 0 { return .timedOut }
      if errno != EINTR { return .ready }
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, ContinuousClock.now.duration(to: deadline)).components
    return Int32(
      clamping: left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999)
        / 1_000_000_000_000_000)
  }

  /// Reads a file to its end.
  package static func contents(of path: String) throws -> [UInt8] {
    let file = try open(path, O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      let chunk = read(file, upTo: 1 << 20)
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  /// Reads at most `count` bytes; empty at the end of input and after an error.
  package static func read(_ descriptor: Int32, upTo count: Int = 65536) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result = Glibc.read(descriptor, buffer.baseAddress, count)
      while result < 0 && errno == EINTR {
        result = Glibc.read(descriptor, buffer.baseAddress, count)
      }
      filled = max(0, result)
    }
  }

  /// - Returns: whether all bytes were written, false if the reader has exited.
  package static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0 && errno != EINTR { return false }
      done += max(0, count)
    }
    return true
  }
}
