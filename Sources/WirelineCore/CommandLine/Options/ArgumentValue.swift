/// The value of an option or operand, checked as it is read.
package protocol ArgumentValue: Sendable {
  /// - Throws: `InvalidArgument` with what was expected.
  init(parsing argument: String) throws(InvalidArgument)
}

extension ArgumentValue {
  /// Reads a value as ArgumentParser's `transform` does.
  package static func read(_ argument: String) throws -> Self { try Self(parsing: argument) }
}

extension String: ArgumentValue {
  package init(parsing argument: String) { self = argument }
}

extension Diagnostics.Format: ChoiceArgument {}
extension ColorMode: ChoiceArgument {}
extension OutputFormat: ChoiceArgument {}
extension ProgressMode: ChoiceArgument {}
