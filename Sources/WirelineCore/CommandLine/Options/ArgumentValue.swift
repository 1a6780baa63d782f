internal import ArgumentParser

/// The value of an option or operand, checked as it is read.
package protocol ArgumentValue: Sendable {
  /// - Throws: `InvalidArgument` with what was expected.
  init(parsing argument: String) throws(InvalidArgument)

  /// The words to choose from, where there are few; for completion.
  static var choices: [String] { get }
}

extension ArgumentValue {
  package static var choices: [String] { [] }

  /// Reads a value as ArgumentParser's `transform` does.
  package static func read(_ argument: String) throws -> Self { try Self(parsing: argument) }

  static var completion: CompletionKind { choices.isEmpty ? .default : .list(choices) }
}

/// Why a value was not taken: `expected a time such as 500ms, 30s, 5m`.
package struct InvalidArgument: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter expected: what would have been taken, without the word "expected".
  package init(expected: String) { description = "expected \(expected)" }
}

extension String: ArgumentValue {
  package init(parsing argument: String) { self = argument }
}

/// An enumeration whose raw values are the words to choose from.
package protocol ChoiceArgument: ArgumentValue, CaseIterable, RawRepresentable<String> {}

extension ChoiceArgument {
  package init(parsing argument: String) throws(InvalidArgument) {
    guard let choice = Self(rawValue: argument) else {
      let (first, last) = (Self.choices.dropLast(), Self.choices.suffix(1))
      throw InvalidArgument(expected: (first.joined(separator: ", ") + " or " + last.joined()))
    }
    self = choice
  }

  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension Diagnostics.Format: ChoiceArgument {}
extension ColorMode: ChoiceArgument {}
extension OutputFormat: ChoiceArgument {}
extension ProgressMode: ChoiceArgument {}
