/// A length of time above 0.
package struct PositiveTime: ArgumentValue, Equatable {
  package let duration: Duration

  package init(parsing argument: String) throws(InvalidArgument) {
    let amount = try TimeAmount(parsing: argument)
    guard amount.isPositive else {
      throw InvalidArgument(expected: TimeAmount.expectedAboveZero)
    }
    duration = amount.duration
  }
}
