import Glibc

/// The exit status and resource usage of a process.
package struct ProcessResult: Sendable {
  /// The exit status; nil if a signal ended it.
  package let exit: Int32?
  /// The signal that ended it; nil if it exited.
  package let signal: Int32?
  /// Peak resident memory in bytes; at least the peak of the parent without `measuresMemory`.
  package let peakBytes: Int

  init(status: Int32, usage: rusage) {
    let caught = status & 0x7f
    exit = caught == 0 ? (status >> 8) & 0xff : nil
    signal = caught == 0 ? nil : caught
    peakBytes = usage.ru_maxrss * 1024
  }
}
