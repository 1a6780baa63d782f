extension Int {
  /// A number of at most 18 decimal digits, without a sign.
  package init?(digits text: some StringProtocol) {
    var number = 0
    var count = 0
    for byte in text.utf8 {
      guard byte >= 0x30, byte <= 0x39, count < 18 else { return nil }
      number = number * 10 + Int(byte - 0x30)
      count += 1
    }
    guard count > 0 else { return nil }
    self = number
  }
}
