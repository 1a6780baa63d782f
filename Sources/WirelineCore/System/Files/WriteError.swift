/// `write` or `poll` failed on an output descriptor, for another reason than a reader that left.
package struct WriteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of the call.
  package let code: Int32

  /// - Parameter code: an `errno`.
  package init(code: Int32) { self.code = code }

  /// `cannot write: no space left on device`.
  package var description: String { "cannot write: \(SystemErrorText(code: code))" }
}
