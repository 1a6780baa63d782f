/// What a `Limit` counts.
package protocol LimitAmount: ArgumentValue {
  var isPositive: Bool { get }
  /// With its article: `a time`.
  static var noun: String { get }
  /// `500ms, 30s, 5m`.
  static var examples: String { get }
}

extension LimitAmount {
  /// `a time such as 500ms, 30s, 5m`.
  static var expected: String { "\(noun) such as \(examples)" }
  /// For whom 0 is no answer.
  static var expectedAboveZero: String { "\(noun) above 0, such as \(examples)" }
}

extension ByteSize: LimitAmount {
  package var isPositive: Bool { bytes > 0 }
  package static var noun: String { "a size" }
  package static var examples: String { "500K, 16M, 1G" }
}

extension TimeAmount: LimitAmount {
  package var isPositive: Bool { duration > .zero }
  package static var noun: String { "a time" }
  package static var examples: String { "500ms, 30s, 5m" }
}
