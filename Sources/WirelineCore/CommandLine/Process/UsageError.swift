/// The command line, a variable or the configuration file asks for what cannot be: exit status 2,
/// unless it is only that a file which is named there cannot be read or written.
package struct UsageError: Error, Equatable, Sendable {
  /// Lower case, no full stop, the offending value quoted.
  package var message: String
  /// What to type instead; absent where the message says it.
  package var hint: String?
  /// What the run ends with, once a tool has taken over from the parser.
  package var status: ExitStatus

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .usage) {
    self.message = message
    self.hint = hint
    self.status = status
  }

  /// A file that an option names.
  package init(_ error: FileError) {
    self.init(error.description, status: error.isReading ? .cannotRead : .cannotWrite)
  }
}
