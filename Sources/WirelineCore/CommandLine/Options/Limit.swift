/// A bound that can be lifted: the word `none`, or an amount above 0.
package struct Limit<Amount: LimitAmount>: ArgumentValue {
  /// Nil is no limit.
  package let amount: Amount?

  package init(parsing argument: String) throws(InvalidArgument) {
    if argument == "none" {
      amount = nil
      return
    }
    do throws(InvalidArgument) {
      let amount = try Amount(parsing: argument)
      if amount.isPositive {
        self.amount = amount
        return
      }
    } catch {}
    throw InvalidArgument(expected: "\(Amount.examples), or none")
  }
}

extension Limit: Equatable where Amount: Equatable {}
