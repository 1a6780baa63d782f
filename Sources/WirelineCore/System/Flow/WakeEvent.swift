internal import CStart
internal import Glibc

/// An eventfd(2) that wakes a polling thread from another thread or from a signal handler.
package final class WakeEvent: Sendable {
  /// Readable between `wake` and `drain`; -1 if no descriptor was free.
  package let descriptor: Int32

  package init() {
    // Neither waking twice nor draining without a call of `wake` may block.
    descriptor = DescriptorShortage.retrying {
      eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Async-signal-safe: `eventfd_write` only calls write(2).
  package func wake() { _ = eventfd_write(descriptor, 1) }

  package func drain() {
    var count: eventfd_t = 0
    _ = eventfd_read(descriptor, &count)
  }
}
