extension Int {
  /// A number of at most 18 decimal digits, without a sign.
  package init?(digits text: Substring) { self.init(digitBytes: text.utf8) }

  /// A number of at most 18 decimal digits, without a sign.
  package init?(digits text: String) { self.init(digitBytes: text.utf8) }

  private init?(digitBytes bytes: some Sequence<UInt8>) {
    var number = 0
    var count = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39, count < 18 else { return nil }
      number = number * 10 + Int(byte - 0x30)
      count += 1
    }
    guard count > 0 else { return nil }
    self = number
  }
}
