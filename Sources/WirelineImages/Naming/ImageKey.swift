internal import WirelineCore
package import WirelineRequests

/// Which image: the SHA-256 of what it is stored under.
package struct ImageKey: Sendable, Hashable {
  // Four words rather than an array: a key costs no allocation.
  private let words: InlineWords

  private struct InlineWords: Sendable, Hashable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var fourth: UInt64 = 0
  }

  /// - Parameters:
  ///   - url: without user and password.
  ///   - filter: the command that the image passes through before it is stored:
  ///     with another one it is another file.
  package init(url: String, filter: String? = nil) {
    // No URL has a line break.
    let text = filter.map { url + "\n" + $0 } ?? url
    words = SHA256.hash(data: Array(text.utf8)).withUnsafeBytes { Self.words($0) }
  }

  /// Which request: the URL with its user and password, so that it is known again in
  /// memory. It is never written anywhere, as passwords could be tried against it.
  package init(request url: RequestURL, filter: String? = nil) {
    let text = url.userInformation.map { url.text + "\n" + $0 } ?? url.text
    self.init(url: text, filter: filter)
  }

  /// - Parameter bytes: 32 of them; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    guard let words = bytes.withUnsafeBytes({ $0.count == 32 ? Self.words($0) : nil }) else {
      return nil
    }
    self.words = words
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    words = Self.words(bytes)
  }

  /// - Parameter text: 64 lower-case hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    var text = text
    guard let key = text.withUTF8({ Self(digits: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = key
  }

  private init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 64 else { return nil }
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var faults: UInt8 = 0
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for place in 0..<32 {
        let high = Self.digit(digits[2 * place])
        let low = Self.digit(digits[2 * place + 1])
        faults |= high | low
        bytes[place] = high << 4 | low & 15
      }
    }
    guard faults < 16 else { return nil }
    words = withUnsafeBytes(of: bytes) { Self.words($0) }
  }

  /// 255 for what is no digit.
  private static func digit(_ byte: UInt8) -> UInt8 {
    let (number, letter) = (byte &- 0x30, byte &- 0x61)
    return number < 10 ? number : letter < 6 ? letter + 10 : 255
  }

  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 64 else { return nil }
    guard let key = Array(digits).withUnsafeBytes({ Self(digits: $0) }) else { return nil }
    self = key
  }

  /// The first eight bytes.
  var prefix: UInt64 { words.first }

  /// The first 64 bits from hexadecimal digits; nil where there are less than 16.
  static func prefix(of name: some Sequence<UInt8>) -> UInt64? {
    var prefix: UInt64 = 0
    var count = 0
    for byte in name.prefix(16) {
      switch byte {
      case 0x30...0x39: prefix = prefix << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: prefix = prefix << 4 | UInt64(byte - 0x57)
      default: return nil
      }
      count += 1
    }
    return count == 16 ? prefix : nil
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    [words.first, words.second, words.third, words.fourth].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }

  /// 64 lower-case hexadecimal digits, the name of the image's file.
  package var hexadecimal: String {
    String(unsafeUninitializedCapacity: 64) { text in
      write(into: UnsafeMutableRawBufferPointer(text))
      return 64
    }
  }

  /// Writes the digits at the beginning of at least 64 bytes.
  func write(into text: UnsafeMutableRawBufferPointer) {
    for (place, word) in [words.first, words.second, words.third, words.fourth].enumerated() {
      let (high, low) = (UInt32(word >> 32), UInt32(truncatingIfNeeded: word))
      text.storeBytes(
        of: Hexadecimal.digits(of: high), toByteOffset: 16 * place, as: UInt64.self)
      text.storeBytes(
        of: Hexadecimal.digits(of: low), toByteOffset: 16 * place + 8, as: UInt64.self)
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.first) }

  /// - Parameter bytes: at least 32.
  private static func words(_ bytes: UnsafeRawBufferPointer) -> InlineWords {
    let word = { (offset: Int) in
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return InlineWords(first: word(0), second: word(8), third: word(16), fourth: word(24))
  }

  /// Lends the bytes.
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    var big = InlineWords(
      first: words.first.bigEndian, second: words.second.bigEndian, third: words.third.bigEndian,
      fourth: words.fourth.bigEndian)
    return try withUnsafeMutableBytes(of: &big) { bytes throws(SQLiteError) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}
