internal import Glibc

/// A pipe that one thread, or a signal's handler, wakes another by, which polls.
final class WakePipe: Sendable {
  /// Readable after `wake`, until `drain`; -1 if there was none to be had.
  let descriptor: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        // A full pipe is readable enough; an empty one has nothing to drain.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    close(writeEnd)
  }

  /// Async-signal-safe.
  func wake() {
    var byte: UInt8 = 1
    _ = Glibc.write(writeEnd, &byte, 1)
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while Glibc.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
