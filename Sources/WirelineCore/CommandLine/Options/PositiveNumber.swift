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
