internal import Glibc

/// How many files, sockets and the like a process may have open, getrlimit(2).
enum DescriptorLimit {
  /// What threads, event loops and standard streams need before anything else.
  private static let least: rlim_t = 16

  /// Looks whether there are enough, and takes as many as the system gives where
  /// there are not: the runtime below ends the process without a word otherwise.
  ///
  /// - Returns: what to tell people; nil where all is well.
  static func complaint() -> String? {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < least else { return nil }
    if limit.rlim_max > limit.rlim_cur {
      limit.rlim_cur = limit.rlim_max
      setrlimit(resource, &limit)
    }
    guard limit.rlim_cur < least else { return nil }
    return "\(limit.rlim_cur) file descriptors are too few: ulimit -n \(least) or more"
  }
}
