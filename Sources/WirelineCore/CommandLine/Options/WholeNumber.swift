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
