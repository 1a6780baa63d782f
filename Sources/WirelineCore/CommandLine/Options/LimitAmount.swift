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
