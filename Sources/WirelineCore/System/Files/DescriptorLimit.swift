internal import CStart
package import Glibc
internal import Synchronization

/// The number of descriptors that a process may have open, getrlimit(2).
package enum DescriptorLimit {
  /// Enough for any run: standard streams, event loop, resolver, index, locks, journal, one
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
  /// Half of the descriptors that are left after those of the run itself: each connection may need
  /// a file for its response.
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
