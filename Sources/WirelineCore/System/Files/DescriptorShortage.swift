internal import CSQLite
internal import Glibc
internal import Synchronization

/// What to do when the process or the system has no descriptor left (EMFILE, ENFILE): the network
/// closes idle connections, and the call is tried again.
package enum DescriptorShortage {
  /// Closes an idle connection.
  ///
  /// - Returns: whether a descriptor is free now; nil if that is done on another thread, soon.
  package typealias Relief = @Sendable () -> Bool?

  private static let relief = Mutex<Relief?>(nil)
  /// Times between attempts in milliseconds: two seconds in all.
  private static let delays: [UInt32] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

  /// Names what frees descriptors from now on. SQLite's files profit as well.
  package static func setRelief(_ relief: @escaping Relief) {
    let isFirst = self.relief.withLock { current in
      defer { current = relief }
      return current == nil
    }
    if isFirst { adoptSQLite() }
  }

  package static func isShortage(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// Makes a system call that opens a descriptor, and makes it again if there was none left.
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
        // The event loop must not wait: the requests that would free a descriptor need it.
        errno = code
        return result
      case nil: usleep(delays[attempt] * 1000)
      }
      attempt += 1
      result = call()
    }
    return result
  }

  /// https://sqlite.org/c3ref/vfs.html: SQLite opens its files by a function that can be replaced.
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
