/// Decimal digits and nothing else: `Int` also takes a sign.
enum Digits {
  /// Nil for other text, and over the range of `Int`.
  static func value(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(JSONByte.isDigit) else { return nil }
    return Int(text)
  }
}
