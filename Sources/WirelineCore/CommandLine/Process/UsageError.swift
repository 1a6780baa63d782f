/// The command line, a variable or the configuration file is invalid, or a file named there cannot
/// be read or written.
package struct UsageError: Error, Equatable, Sendable {
  /// Lower case, without a full stop; quotes the invalid value.
  package var message: String
  package var hint: String?
  /// The exit status; 2 unless the cause has its own.
  package var status: ExitStatus

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .usage) {
    self.message = message
    self.hint = hint
    self.status = status
  }

  package init(_ error: FileError) {
    self.init(error.description, status: error.isReading ? .cannotRead : .cannotWrite)
  }
}
