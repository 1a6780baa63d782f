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
