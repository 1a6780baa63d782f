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

/// What a `Limit` counts.
package protocol LimitAmount: ArgumentValue {
  var isPositive: Bool { get }
  /// `a time such as 500ms, 30s, 5m`.
  static var examples: String { get }
}

extension ByteSize: LimitAmount {
  package var isPositive: Bool { bytes > 0 }
  package static var examples: String { "a size such as 500K, 16M, 1G" }
}

extension TimeAmount: LimitAmount {
  package var isPositive: Bool { duration > .zero }
  package static var examples: String { "a time such as 500ms, 30s, 5m" }
}
