import CSQLite
import CStart
package import Glibc
import Synchronization

/// Handles a lack of descriptors (EMFILE, ENFILE): the network closes idle connections, and the
/// call is retried.
package enum DescriptorShortage {
  /// Closes an idle connection.
  ///
  /// - Returns: whether a descriptor is free now; nil if another thread will free one soon.
  package typealias Relief = @Sendable () -> Bool?

  private static let relief = Mutex<Relief?>(nil)
  /// Delays between attempts in milliseconds: two seconds in all.
  private static let delays: [UInt32] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

  /// Sets what frees descriptors, also for SQLite's files.
  package static func setRelief(_ relief: @escaping Relief) {
    let isFirst = self.relief.withLock { current in
      defer { current = relief }
      return current == nil
    }
    if isFirst { adoptSQLite() }
  }

  package static func isShortage(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// Calls a function that opens a descriptor, and retries it if none was left.
  ///
  /// - Parameter call: returns a descriptor, or a negative number and sets `errno`.
  /// - Returns: the result of the last call; `errno` is that call's.
  package static func retrying(_ call: () -> Int32) -> Int32 {
    var result = call()
    var attempt = 0
    while result < 0, isShortage(errno), attempt < delays.count {
      let code = errno
      guard let relief = relief.withLock({ $0 }) else { return result }
      switch relief() {
      case true?: break
      case false?:
        // The event loop must not block: requests need it to finish and free descriptors.
        errno = code
        return result
      // Nothing of this tool can be closed. Another thread or process may close a descriptor, of
      // which the kernel does not notify; tools without a network arrive here.
      case nil: usleep(delays[attempt] * 1000)
      }
      attempt += 1
      result = call()
    }
    return result
  }

  /// https://sqlite.org/c3ref/vfs.html: SQLite's function for opening files can be replaced.
  private static func adoptSQLite() {
    guard let system = sqlite3_vfs_find(nil), let replace = system.pointee.xSetSystemCall else {
      return
    }
    let open: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { path, flags, mode in
      guard let path else { return -1 }
      return DescriptorShortage.retrying { Glibc.open(path, flags, mode_t(bitPattern: mode)) }
    }
    _ = replace(system, "open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self))
  }
}

/// The number of descriptors that a process may have open, getrlimit(2).
package enum DescriptorLimit {
  /// The minimum of any run: standard streams, event loop, resolver, index, locks, journal, one
  /// connection and one file are 20; the rest is for `--cache` and `--filter`.
  private static let minimum: rlim_t = 24
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// The soft limit that the process was started with; 0 until `raise` has changed it.
  private static let inherited = Atomic<UInt64>(0)

  /// Raises the soft limit to the hard one.
  ///
  /// - Returns: a message if the limit is too low for any run; nil otherwise.
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
    guard limit.rlim_cur < minimum else { return nil }
    return "\(limit.rlim_cur) file descriptors are too few: ulimit -n \(minimum) or more"
  }

  /// Gives a child process the limit that this process was started with: a program that closes all
  /// descriptors up to the limit, or uses select(2), expects the usual one.
  package static func restore(for process: pid_t) {
    let soft = inherited.load(ordering: .relaxed)
    if soft > 0 { limit_descriptors(process, UInt(soft)) }
  }

  /// The number of connections that may be open at once.
  ///
  /// Half of the descriptors beyond those of the run itself: each connection may need a file for
  /// its response.
  package static var connections: Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return connections(limit: 1024) }
    return connections(limit: Int(clamping: UInt64(limit.rlim_cur)))
  }

  /// - Parameter limit: the soft limit of descriptors.
  package static func connections(limit: Int) -> Int { max(1, (limit - reserved) / 2) }

  /// Standard streams, event loop, resolver, index, locks, journal.
  private static let reserved = 24
}

/// Waits for descriptors with poll(2).
enum DescriptorPoll {
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

  /// Waits until a `read` of the input would not block, or until the input is idle and the reader
  /// of the output, a pipe, has exited.
  ///
  /// - Returns: false if the reader has exited.
  static func waitForInput(_ input: Int32, orEndOf output: Int32) -> Bool {
    var entries = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
    ]
    while true {
      if poll(&entries, 2, -1) < 0 {
        if errno == EINTR { continue }
        return true
      }
      if entries[0].revents != 0 { return true }
      if entries[1].revents == Int16(POLLERR) { return false }
      // Other events, such as those of a closed descriptor, are left to the next write.
      entries[1].fd = -1
    }
  }

  /// Whether a `read` would not block: data, end of input, or an error.
  ///
  /// - Parameter limit: how long to wait; a signal ends the wait.
  static func isReadable(_ descriptor: Int32, within limit: Duration = .zero) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: Int((limit / .milliseconds(1)).rounded(.up)))) > 0
  }
}
