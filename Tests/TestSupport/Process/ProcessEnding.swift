import Glibc

/// How a process ended, and what it used.
package struct ProcessEnding: Sendable {
  /// The exit status; nil if a signal ended it.
  package let exit: Int32?
  /// The signal that ended it; nil if it exited.
  package let signal: Int32?
  /// User and system time together.
  package let cpu: Duration
  /// The kernel's count of peak resident memory, in bytes.
  ///
  /// Never less than the peak of the process that started it, unless `MeasuredLaunch` was used.
  package let peakBytes: Int

  init(status: Int32, usage: rusage) {
    let caught = status & 0x7f
    exit = caught == 0 ? (status >> 8) & 0xff : nil
    signal = caught == 0 ? nil : caught
    cpu = Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime)
    peakBytes = usage.ru_maxrss * 1024
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
