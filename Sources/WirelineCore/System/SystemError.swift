import CStart
import Glibc
import Synchronization

package struct SystemErrorText: CustomStringConvertible {
  let code: Int32

  package init(code: Int32) { self.code = code }

  /// `no such file or directory`, or `error 4711` for an unknown number.
  package var description: String {
    // Not `strerror`, which is not thread-safe. The longest message has about 50 bytes.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      let words = String(cString: start)
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }
}

/// Ends the process if the system refuses a required thread, memory or the event loop.
package enum FatalSystemError {
  private static let report = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// - Parameter memoryMessage: the lines for `cannot allocate memory`, which cannot be formatted
  ///   after an allocation has failed.
  package static func setReporter(
    memoryMessage: [UInt8], _ report: @escaping @Sendable (String) -> Void
  ) {
    self.report.withLock { $0 = report }
    keep_memory_message(memoryMessage, memoryMessage.count)
    set_event_loop_report { FatalSystemError.exit("run the event loop", code: $0) }
  }

  /// Ends the process if SwiftNIO could not start an event loop: it would trap.
  package static func exitWithoutEventLoop() {
    let code = event_loop_error()
    if code != 0 { exit("start the event loop", code: code) }
  }

  /// Reports `cannot start a thread: resource temporarily unavailable` and ends the process.
  ///
  /// - Parameters:
  ///   - operation: `start a thread`.
  ///   - code: an `errno`.
  package static func exit(_ operation: String, code: Int32) -> Never {
    let report = report.withLock { $0 }
    report?("cannot \(operation): \(SystemErrorText(code: code))")
    // EX_OSERR of sysexits.h.
    end_process(71)
  }
}

package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  /// The operation: `open`, `write`, `rename` ….
  package let operation: String
  package let code: Int32

  package init(path: String, operation: String, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// Whether a retry may succeed: the process or the system lacks descriptors or memory.
  package var isTransient: Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(code) }

  /// The `code` of a file that must be a regular one, and is a pipe, a device or a socket.
  package static let notRegular: Int32 = -1

  /// The system's message in lower case: `no space left on device`.
  package var reason: String {
    if code == Self.notRegular { return "not a regular file" }
    if code == ELOOP { return "the path contains a symbolic link" }
    if operation == "lock", code == EWOULDBLOCK { return "in use by another process" }
    return "\(SystemErrorText(code: code))"
  }

  /// Whether the file does not exist, or is only reachable through a symbolic link.
  package var isMissingFile: Bool { [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(code) }

  /// Whether the file system does not support locks, or none are left.
  package var isMissingLocks: Bool {
    operation == "lock" && [ENOLCK, ENOSYS, EOPNOTSUPP].contains(code)
  }

  package var description: String { "cannot \(operation) \"\(path)\": \(reason)" }
}

/// `read` or `poll` failed on an input descriptor, or compressed input is invalid.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of the call; 0 if no call failed.
  package let code: Int32
  package let detail: String?
  /// Whether the command does not fit the input, which can be read.
  package let isUsage: Bool

  package init(code: Int32 = 0, detail: String? = nil, isUsage: Bool = false) {
    self.code = code
    self.detail = detail
    self.isUsage = isUsage
  }

  package var description: String {
    (isUsage ? "" : "cannot read: ") + (detail ?? "\(SystemErrorText(code: code))")
  }
}

/// `write` or `poll` failed on an output descriptor, for another reason than a reader that exited.
package struct WriteError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: Int32

  package var description: String { "cannot write: \(SystemErrorText(code: code))" }
}

/// Calls `body`, and converts the error that it throws.
@inlinable
package func converting<Value, From: Error, To: Error>(
  _ convert: (From) -> To, _ body: () throws(From) -> Value
) throws(To) -> Value {
  do throws(From) {
    return try body()
  } catch {
    throw convert(error)
  }
}

/// Calls `body` with an argument, and converts the error that it throws.
@inlinable
package func converting<Argument, Value, From: Error, To: Error>(
  _ convert: (From) -> To, _ body: (Argument) throws(From) -> Value, _ argument: Argument
) throws(To) -> Value {
  try converting(convert) { () throws(From) in try body(argument) }
}
