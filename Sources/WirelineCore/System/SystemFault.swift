internal import CStart
internal import Synchronization

/// Ends the process if the system refuses a thread or an event loop that the tool needs.
package enum SystemFault {
  private static let report = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Sets how the message is printed; the last call counts.
  package static func onEnd(_ report: @escaping @Sendable (String) -> Void) {
    self.report.withLock { $0 = report }
  }

  /// EX_OSERR of sysexits.h.
  package static let exitStatus: Int32 = 71

  /// Ends the process if SwiftNIO could not start an event loop: it would trap.
  package static func endWithoutEventLoop() {
    let code = event_loop_fault()
    if code != 0 { end("start the event loop", code: code) }
  }

  /// Reports `cannot start a thread: resource temporarily unavailable` and ends the process.
  ///
  /// - Parameters:
  ///   - operation: `start a thread`.
  ///   - code: an `errno`.
  package static func end(_ operation: String, code: Int32) -> Never {
    let report = report.withLock { $0 }
    report?("cannot \(operation): \(SystemErrorText(code: code))")
    end_process(exitStatus)
  }
}
