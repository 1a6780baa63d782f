/// Identifies an item of the input in every run: by its `ref`, its URL and, for a request that is
/// more than a URL, the rest of it.
package struct JournalKey: Sendable, Hashable {
  /// The halves of the first 16 bytes of the SHA-256, big-endian.
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// - Parameters:
  ///   - ref: the item's `ref` as JSON.
  ///   - url: as in the input; empty where the item names none.
  ///   - rest: what else the item asks for; it begins with a line break if there is anything.
  package init(ref: [UInt8], url: String, rest: [UInt8] = []) {
    var hash = SHA256()
    hash.update(data: ref)
    // JSON has no line break outside of a string, so no two pairs are alike.
    hash.update(data: [0x0A])
    hash.update(data: Array(url.utf8))
    if !rest.isEmpty { hash.update(data: rest) }
    var halves: (UInt64, UInt64) = (0, 0)
    for (index, byte) in hash.finalize().prefix(16).enumerated() {
      if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) }
      if index >= 8 { halves.1 = halves.1 << 8 | UInt64(byte) }
    }
    self.init(high: halves.0, low: halves.1)
  }

  /// 32 hexadecimal digits, as in a journal of version 1.
  var hexadecimal: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ half: UInt64) -> String {
    Hexadecimal.encode(withUnsafeBytes(of: half.bigEndian) { Array($0) })
  }

  // MARK: 22 digits of base 64

  static let digitCount = 22
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The key as a number in base 64, the highest digit first, as in a journal of version 2.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.digitCount) { text, count in
      var (high, low) = (high, low)
      for place in stride(from: Self.digitCount - 1, through: 0, by: -1) {
        text[place] = Self.digits[Int(low & 63)]
        low = low >> 6 | high << 58
        high >>= 6
      }
      count = Self.digitCount
    }
  }

  /// - Parameter text: 22 digits; nil for anything else.
  init?(digits text: UnsafeRawBufferPointer) {
    guard text.count == Self.digitCount, let first = Self.value(of: text[0]), first < 4 else {
      return nil
    }
    var (high, low) = (UInt64(0), UInt64(first))
    for place in 1..<Self.digitCount {
      guard let digit = Self.value(of: text[place]) else { return nil }
      high = high << 6 | low >> 58
      low = low << 6 | UInt64(digit)
    }
    self.init(high: high, low: low)
  }

  @inline(__always)
  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x41...0x5A: digit &- 0x41
    case 0x61...0x7A: digit &- 0x61 &+ 26
    case 0x30...0x39: digit &- 0x30 &+ 52
    case 0x2D: 62
    case 0x5F: 63
    default: nil
    }
  }

  /// - Parameter text: 32 hexadecimal digits; nil for anything else.
  init?(hexadecimal text: UnsafeRawBufferPointer) {
    guard text.count == 32, let high = Self.half(text[..<16]), let low = Self.half(text[16...])
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func half(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    var half: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: half = half << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: half = half << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return half
  }
}
