internal import Glibc
internal import WirelineCore

/// The tool's end of the connection to a worker. Every call has a deadline, because a worker that
/// decodes a hostile file may stop reading and writing.
struct PixelSocket: Sendable {
  enum Failure: Error, Equatable {
    case timedOut
    /// The worker has ended, or closed its end.
    case closed
  }

  private let descriptor: Int32

  /// Creates a connection that child processes do not inherit.
  ///
  /// - Returns: nil, and sets `errno`, if no descriptor is left. The caller closes `worker`.
  static func pair() -> (tool: PixelSocket, worker: Int32)? {
    var ends: [Int32] = [-1, -1]
    // A socket instead of two pipes: only send(2) can avoid SIGPIPE for one call.
    let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard DescriptorShortage.retrying({ socketpair(AF_UNIX, type, 0, &ends) }) == 0 else {
      return nil
    }
    return (PixelSocket(descriptor: ends[0]), ends[1])
  }

  func close() { Glibc.close(descriptor) }

  /// Whether the worker is waiting for an image: it has not ended, and has nothing to send.
  var isQuiet: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 0
  }

  func send(
    _ bytes: UnsafeRawBufferPointer, before deadline: SuspendingClock.Instant
  ) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      // MSG_NOSIGNAL: the end of a worker must not end this process. MSG_DONTWAIT: only poll(2) has
      // a time limit.
      let count = Glibc.send(
        descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      if count < 0 {
        try retry(after: errno, events: POLLOUT, before: deadline)
      } else {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  func send(
    message: some BitwiseCopyable, before deadline: SuspendingClock.Instant
  ) throws(Failure) {
    try withUnsafeTemporaryAllocation(of: type(of: message), capacity: 1) {
      space throws(Failure) in
      space.initialize(repeating: message)
      try send(UnsafeRawBufferPointer(space), before: deadline)
    }
  }

  /// Receives a message of any content, so its type must be valid with any content.
  func receive<Message: BitwiseCopyable>(
    before deadline: SuspendingClock.Instant
  ) throws(Failure) -> Message {
    try withUnsafeTemporaryAllocation(of: Message.self, capacity: 1) { space throws(Failure) in
      try receive(UnsafeMutableRawBufferPointer(space), before: deadline)
      return space[0]
    }
  }

  func receive(
    count: Int, before deadline: SuspendingClock.Instant
  ) throws(Failure) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { space, used throws(Failure) in
      try receive(
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: space[..<count])),
        before: deadline)
      used = count
    }
  }

  private func receive(
    _ space: UnsafeMutableRawBufferPointer, before deadline: SuspendingClock.Instant
  ) throws(Failure) {
    var rest = space
    while !rest.isEmpty {
      let count = recv(descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
      if count == 0 { throw .closed }
      if count < 0 {
        try retry(after: errno, events: POLLIN, before: deadline)
      } else {
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Waits after a call that would have blocked.
  private func retry(
    after code: Int32, events: Int32, before deadline: SuspendingClock.Instant
  ) throws(Failure) {
    if code == EINTR { return }
    guard code == EAGAIN else { throw .closed }
    // This clock stops while the machine is suspended, so that no worker is killed afterwards.
    let left = SuspendingClock.now.duration(to: deadline)
    guard left > .zero else { throw .timedOut }
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&entry, 1, Int32(clamping: Int((left / .milliseconds(1)).rounded(.up))))
  }
}
