/// The value of an option or operand, checked as it is read.
package protocol ArgumentValue: Sendable {
  /// - Throws: `InvalidArgument` with what was expected.
  init(parsing argument: String) throws(InvalidArgument)
}

extension ArgumentValue {
  /// Reads a value for use as a function.
  package static func read(_ argument: String) throws -> Self { try Self(parsing: argument) }
}

extension String: ArgumentValue {
  package init(parsing argument: String) { self = argument }
}

/// Why a value was not taken: `expected a time such as 500ms, 30s, 5m`.
package struct InvalidArgument: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter expected: what would have been taken, without the word "expected".
  package init(expected: String) { description = "expected \(expected)" }
}

/// An enumeration whose raw values are the words to choose from.
package protocol ChoiceArgument: ArgumentValue, CaseIterable, RawRepresentable<String> {}

extension ChoiceArgument {
  package init(parsing argument: String) throws(InvalidArgument) {
    guard let choice = Self(rawValue: argument) else {
      let (first, last) = (Self.choices.dropLast(), Self.choices.suffix(1))
      let rest = first.isEmpty ? "" : first.joined(separator: ", ") + " or "
      throw InvalidArgument(expected: rest + last.joined())
    }
    self = choice
  }

  package static var choices: [String] { allCases.map(\.rawValue) }
}

/// A whole number, 0 or more.
package struct WholeNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Int(digits: argument) else {
      throw InvalidArgument(expected: "a whole number, 0 or more")
    }
    self.value = value
  }
}

/// A whole number, 1 or more.
package struct PositiveNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Int(digits: argument), value > 0 else {
      throw InvalidArgument(expected: "a whole number, 1 or more")
    }
    self.value = value
  }
}

/// Names with commas between them: `name,country`.
package struct NameList: ArgumentValue, Equatable {
  package let names: [String]

  package init(parsing argument: String) throws(InvalidArgument) {
    names = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingSpaces
    }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidArgument(expected: "names with commas between them, such as name,country")
    }
  }
}
