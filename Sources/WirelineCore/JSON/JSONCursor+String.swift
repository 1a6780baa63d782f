extension JSONCursor {
  /// Goes over the rest of a string, from after its first quote or from inside of it.
  ///
  /// - Returns: whether there was an escape.
  @inline(__always) @discardableResult
  package mutating func skipString() throws(JSONSyntaxError) -> Bool {
    var isEscaped = false
    while true {
      skipPlain()
      guard at < end else { throw unterminated() }
      if base[at] == JSONByte.quote {
        at &+= 1
        return isEscaped
      }
      let isASCII = base[at] < 0x80
      let next = isASCII ? try skipControl(from: at) : try skipMultibyte(from: at)
      if next == at { throw unterminated() }
      isEscaped = isEscaped || isASCII
      at = next
    }
  }

  /// Goes over ASCII that stands for itself, 8 bytes a step.
  @inline(__always)
  package mutating func skipPlain() {
    while end &- at >= 8 {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let specials = Self.specials(in: word)
      if specials != 0 {
        at &+= specials.trailingZeroBitCount >> 3
        return
      }
      at &+= 8
    }
    while at < end, Self.isPlain(base[at]) { at &+= 1 }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != JSONByte.quote && byte != JSONByte.backslash
  }

  /// The high bit of the first byte that is a quote, a backslash, a control or not ASCII.
  ///
  /// Each difference borrows into its own high bit exactly where the byte is what is looked for,
  /// or is 0x80 and more, which counts as well. A borrow may mark bytes after the first one
  /// wrongly; only the first mark is used.
  @inline(__always)
  private static func specials(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls | word) & (ones &* 0x80)
  }

  private func unterminated() -> JSONSyntaxError {
    JSONSyntaxError(offset: end, reason: .unterminatedString)
  }

  /// Goes over an escape (RFC 8259 §7); refuses a control character.
  ///
  /// - Returns: where it ends, or `start` if the bytes end before that.
  @inline(never)
  private func skipControl(from start: Int) throws(JSONSyntaxError) -> Int {
    guard base[start] == JSONByte.backslash else {
      throw JSONSyntaxError(offset: start, reason: .controlCharacter(base[start]))
    }
    guard start &+ 1 < end else { return start }
    switch base[start &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      return start &+ 2
    case 0x75:
      return try skipUnicodeEscape(from: start)
    case let byte:
      throw JSONSyntaxError(offset: start &+ 1, reason: .invalidEscape(byte))
    }
  }

  /// `\uXXXX`, or the two of a surrogate pair.
  private func skipUnicodeEscape(from start: Int) throws(JSONSyntaxError) -> Int {
    guard let unit = try codeUnit(at: start &+ 2) else { return start }
    guard unit & 0xF800 == 0xD800 else { return start &+ 6 }
    let lone = JSONSyntaxError(offset: start, reason: .loneSurrogate)
    guard unit < 0xDC00 else { throw lone }
    // A high surrogate: nothing but `\u` with a low one may follow.
    guard start &+ 6 < end else { return start }
    guard base[start &+ 6] == JSONByte.backslash else { throw lone }
    guard start &+ 7 < end else { return start }
    guard base[start &+ 7] == 0x75 else { throw lone }
    guard let low = try codeUnit(at: start &+ 8) else { return start }
    guard low & 0xFC00 == 0xDC00 else { throw lone }
    return start &+ 12
  }

  /// Four hexadecimal digits; nil if the bytes end before them.
  private func codeUnit(at start: Int) throws(JSONSyntaxError) -> UInt32? {
    var unit: UInt32 = 0
    for position in start..<(start &+ 4) {
      guard position < end else { return nil }
      guard let digit = JSONByte.hexadecimalDigit(base[position]) else {
        throw JSONSyntaxError(offset: position, reason: .invalidEscape(base[position]))
      }
      unit = unit << 4 | digit
    }
    return unit
  }
}
