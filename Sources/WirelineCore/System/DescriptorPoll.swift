internal import Glibc

/// Waiting for a descriptor that does not block.
enum DescriptorPoll {
  /// Waits until a `read` (`POLLIN`) or `write` (`POLLOUT`) would do something, be it fail.
  ///
  /// - Returns: 0, or the `errno` of `poll`.
  static func wait(_ descriptor: Int32, for events: Int32) -> Int32 {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while poll(&entry, 1, -1) < 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// A `read` would not block: there is data, the end of input, or an error to be had.
  ///
  /// - Parameter limit: how long to wait for that; a signal ends the wait.
  static func isReadable(_ descriptor: Int32, within limit: Duration = .zero) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: Int((limit / .milliseconds(1)).rounded(.up)))) > 0
  }
}
