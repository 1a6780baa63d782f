/// The command line, a variable or the configuration file asks for what cannot be: exit status 2.
package struct UsageError: Error, Equatable, Sendable {
  /// Lower case, no full stop, the offending value quoted.
  package var message: String
  /// What to type instead; absent where the message says it.
  package var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
