/// `read` or `poll` failed on an input descriptor, or what came is not what it
/// is packed as.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of the call; 0 where none failed.
  package let code: Int32
  /// What else is wrong.
  package let detail: String?

  /// - Parameter code: an `errno`.
  package init(code: Int32) {
    self.code = code
    detail = nil
  }

  package init(detail: String) {
    code = 0
    self.detail = detail
  }

  /// `cannot read: is a directory`.
  package var description: String { "cannot read: \(detail ?? "\(SystemErrorText(code: code))")" }
}
