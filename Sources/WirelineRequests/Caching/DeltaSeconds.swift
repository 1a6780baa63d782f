/// A time in whole seconds, RFC 9111 §1.2.2.
package enum DeltaSeconds {
  /// What stands for every greater value: "a recipient parsing a delta-seconds
  /// value that is too large … MUST consider the value to be 2147483648".
  package static let maximum = 2_147_483_648

  /// The seconds that a text of digits means, `maximum` at most; nil for any
  /// other text, signs and fractions included.
  package static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.utf8.reduce(0) { min(maximum, $0 * 10 + Int($1 - 0x30)) }
  }
}
