import Glibc

/// The processor time that was used, in user and kernel mode.
package enum ProcessorTime {
  /// Of the calling thread.
  package static var thread: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// Of this process, without its children.
  package static var process: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// Of the child processes that have ended and were waited for.
  package static var children: Duration {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return .zero }
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
