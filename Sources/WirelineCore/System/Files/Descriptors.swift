import CStart
package import Glibc
import Synchronization

/// Retries calls that lack a descriptor (EMFILE, ENFILE) after the network closed an idle
/// connection.
package enum DescriptorShortage {
  /// Closes an idle connection. Returns whether a descriptor is free now, or nil if another thread
  /// may free one soon.
  package typealias Relief = @Sendable () -> Bool?

  private static let relief = Mutex<Relief?>(nil)
  /// Delays between attempts in milliseconds; two seconds in total.
  private static let delays: [UInt32] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

  package static func setRelief(_ relief: @escaping Relief) {
    self.relief.withLock { $0 = relief }
  }

  package static func isShortage(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// Calls a function that opens a descriptor, and retries it if none is left.
  ///
  /// - Parameter call: returns a descriptor, or a negative number and sets `errno`.
  /// - Returns: the result of the last call, which also set `errno`.
  package static func retrying(_ call: () -> Int32) -> Int32 {
    var result = call()
    var attempt = 0
    while result < 0, isShortage(errno), attempt < delays.count {
      let code = errno
      guard let relief = relief.withLock({ $0 }) else { return result }
      switch relief() {
      case true?: break
      case false?:
        // The event loop must not block: it must finish the requests that will free descriptors.
        errno = code
        return result
      // Polls, because the kernel does not notify when another thread or process closes one.
      case nil: usleep(delays[attempt] * 1000)
      }
      attempt += 1
      result = call()
    }
    return result
  }
}

/// The number of descriptors that a process may have open, getrlimit(2).
package enum DescriptorLimit {
  /// The minimum for any run: 20 for standard streams, event loop, resolver, index, locks, journal,
  /// one connection and one file; 4 for `--cache` and `--filter`.
  private static let minimum: rlim_t = 24
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// The soft limit that the process was started with; 0 until `raise` has changed it.
  private static let inherited = Atomic<UInt64>(0)

  /// Raises the soft limit to the hard one.
  ///
  /// - Returns: a message if the limit is too low for any run.
  static func raise() -> String? {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    if limit.rlim_cur < limit.rlim_max {
      let soft = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if setrlimit(resource, &limit) == 0 {
        inherited.store(UInt64(soft), ordering: .relaxed)
      } else {
        limit.rlim_cur = soft
      }
    }
    // Growing the table of a process with several threads waits for all CPUs, each time.
    close(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, min(1023, Int32(clamping: limit.rlim_cur) - 1)))
    guard limit.rlim_cur < minimum else { return nil }
    return "the limit of \(limit.rlim_cur) file descriptors is too low: ulimit -n \(minimum)"
  }

  /// Gives a child process the limit that this process was started with: programs that use
  /// select(2) or close all descriptors up to the limit expect the usual one.
  package static func restore(for process: pid_t) {
    let soft = inherited.load(ordering: .relaxed)
    if soft > 0 { limit_descriptors(process, UInt(soft)) }
  }

  /// The maximum number of concurrent connections: a third of the descriptors beyond those of the
  /// run itself, because each connection may need a file for its response, and its folder.
  package static var connections: Int { max(1, (current - reserved) / 3) }

  /// The maximum number of folders that a `DirectoryTree` keeps open.
  static let folders = max(1, min(256, (current - reserved) / 16))

  private static var current: Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1024 }
    return Int(clamping: UInt64(limit.rlim_cur))
  }

  /// Standard streams, event loop, resolver, index, locks, journal.
  private static let reserved = 24
}

package enum DescriptorPoll {
  /// `read`, which waits even if the descriptor is non-blocking, as another process may make stdin.
  ///
  /// - Returns: the number of bytes; -1 and `errno` after a failure.
  package static func read(_ descriptor: Int32, into room: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      var code = errno
      if code == EAGAIN { code = wait(descriptor, for: POLLIN) }
      if code != 0, code != EINTR { return -1 }
    }
  }

  /// Waits until a `read` (`POLLIN`) or `write` (`POLLOUT`) would not block, even if it would fail.
  ///
  /// - Returns: 0, or the `errno` of `poll`.
  static func wait(_ descriptor: Int32, for events: Int32) -> Int32 {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while poll(&entry, 1, -1) < 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// Waits until a `read` of the input would not block, until the reader of the output, a pipe, has
  /// exited, or until the run is stopped.
  ///
  /// - Returns: false if the reader has exited or the run was stopped.
  static func waitForInput(
    _ input: Int32, orEndOf output: Int32, orOn stop: Int32 = -1,
    isStopped: () -> Bool = { false }
  ) -> Bool {
    var entries = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while !isStopped() {
      if poll(&entries, 3, -1) < 0 {
        if errno == EINTR { continue }
        return true
      }
      if entries[0].revents != 0 { return true }
      if entries[1].revents == Int16(POLLERR) { return false }
      // The next write reports other events, such as a closed descriptor.
      if entries[1].revents != 0 { entries[1].fd = -1 }
    }
    return false
  }

  /// Whether a `read` would not block: data, end of input, or an error.
  ///
  /// - Parameter limit: how long to wait; a signal ends the wait.
  static func isReadable(_ descriptor: Int32, within limit: Duration = .zero) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: Int((limit / .milliseconds(1)).rounded(.up)))) > 0
  }
}
