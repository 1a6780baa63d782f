/// The meaning of an option that the tool does not declare, but knows from another program.
package enum OptionSubstitute: Sendable {
  /// The lines of words that the option and its value stand for.
  case words(@Sendable (_ value: String) throws(UsageError) -> [[String]], needsValue: Bool)
  /// The earlier occurrences of the flag do not count.
  case withdrawal(of: String)
  /// Another run follows. Each run needs an operand or one of `inputs`. Options in `kept` apply to
  /// the next run too, and `stopOption` ends the runs at the first failure.
  case next(kept: Set<String>, stopOption: String, inputs: Set<String>)
  case unavailable(reason: String, needsValue: Bool)

  /// - Parameter option: `--name` or `-x`.
  /// - Returns: nil for an unknown option.
  package typealias Lookup = @Sendable (_ option: String) -> OptionSubstitute?
}
