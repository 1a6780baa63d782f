/// A bound that can be lifted: the word `none`, or an amount above 0.
///
/// Without a requirement of its own: the runtime would look for each kind of
/// amount through all conformances there are, at every start.
package struct Limit<Amount: Sendable>: Sendable {
  /// Nil is no limit.
  package let amount: Amount?
}

extension Limit: ArgumentValue where Amount: LimitAmount {
  package init(parsing argument: String) throws(InvalidArgument) {
    if argument == "none" {
      amount = nil
      return
    }
    let amount: Amount
    do throws(InvalidArgument) {
      amount = try Amount(parsing: argument)
    } catch {
      throw InvalidArgument(expected: "\(Amount.expected), or none")
    }
    guard amount.isPositive else {
      throw InvalidArgument(expected: "\(Amount.expectedAboveZero), or none")
    }
    self.amount = amount
  }
}

extension Limit: Equatable where Amount: Equatable {}
