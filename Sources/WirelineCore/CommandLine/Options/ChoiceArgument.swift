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
