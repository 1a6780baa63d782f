/// A whole number, 0 or more.
package struct WholeNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Digits.value(argument) else {
      throw InvalidArgument(expected: "a whole number, 0 or more")
    }
    self.value = value
  }
}

/// A whole number, 1 or more.
package struct PositiveNumber: ArgumentValue, Equatable {
  package let value: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Digits.value(argument), value > 0 else {
      throw InvalidArgument(expected: "a whole number, 1 or more")
    }
    self.value = value
  }
}

/// Decimal digits and nothing else: `Int` also takes a sign.
enum Digits {
  /// Nil for other text, and over the range of `Int`.
  static func value(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(JSONByte.isDigit) else { return nil }
    return Int(text)
  }
}
