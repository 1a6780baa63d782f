/// `read` or `poll` failed on an input descriptor.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of the call.
  package let code: Int32

  /// - Parameter code: an `errno`.
  package init(code: Int32) { self.code = code }

  /// `cannot read: is a directory`.
  package var description: String { "cannot read: \(SystemErrorText(code: code))" }
}
