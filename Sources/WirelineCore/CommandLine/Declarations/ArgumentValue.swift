/// A type that an option or operand can have.
package protocol ArgumentValue: Sendable {
  init(parsing argument: String) throws(InvalidArgument)
}

extension String: ArgumentValue {
  package init(parsing argument: String) { self = argument }
}

/// A value was rejected: `expected a time such as 500ms, 30s, 5m`.
package struct InvalidArgument: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter expected: a description of valid values, without the word "expected".
  package init(expected: String) { description = "expected \(expected)" }
}

/// An enumeration whose raw values are the accepted words.
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

package struct WholeNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Int(digits: argument) else {
      throw InvalidArgument(expected: "a whole number, 0 or more")
    }
    self.value = value
  }
}

package struct PositiveNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Int(digits: argument), value > 0 else {
      throw InvalidArgument(expected: "a whole number, 1 or more")
    }
    self.value = value
  }
}

package struct NameList: ArgumentValue, Equatable {
  package let names: [String]

  package init(parsing argument: String) throws(InvalidArgument) {
    names = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingSpaces
    }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidArgument(expected: "comma-separated names such as name,country")
    }
  }
}
