extension JSONCursor {
  /// Skips the rest of a string, starting after its opening quote or inside it.
  ///
  /// - Returns: Whether it contains an escape.
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

  /// Skips ASCII without quotes, backslashes and control characters, 8 bytes per step.
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

  /// Sets the high bit of the first quote, backslash, control character or non-ASCII byte.
  ///
  /// Each subtraction sets the high bit of a matching byte, and of some from 0x80 up, which match
  /// as well. A borrow can set the bit of later bytes by mistake, so only the first mark counts.
  @inline(__always)
  private static func specials(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Inverting a bit makes the quote the next byte after the control characters.
    let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    return (quotesAndControls | backslashes | word) & (ones &* 0x80)
  }

  /// Copies a text, 64 bytes per step, if it is ASCII without quotes, backslashes or control
  /// characters.
  ///
  /// - Parameter target: has room for the text.
  /// - Returns: False if it has another byte; a part may have been copied.
  static func copyPlain(
    _ text: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let from = text.baseAddress, let to = target.baseAddress, text.count <= target.count
    else { return text.isEmpty }
    var at = 0
    while text.count &- at >= 64 {
      var specials = SIMD16<UInt8>()
      for lane in 0..<4 {
        let start = at &+ lane &* 16
        let bytes = (from + start).loadUnaligned(as: SIMD16<UInt8>.self)
        (to + start).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
        // The same test as for a word, but exact: no lane borrows from another.
        specials |= ((bytes ^ 0x02) &- 0x21) | ((bytes ^ 0x5C) &- 1) | bytes
      }
      let words = unsafeBitCast(specials, to: SIMD2<UInt64>.self)
      if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { return false }
      at &+= 64
    }
    /// The last word overlaps the one before.
    @inline(__always)
    func copyWords<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type) -> Bool {
      let size = MemoryLayout<Word>.size
      while at < text.count, text.count >= size {
        at = min(at, text.count &- size)
        let word = (from + at).loadUnaligned(as: Word.self)
        (to + at).storeBytes(of: word, as: Word.self)
        let marks = Self.specials(in: UInt64(truncatingIfNeeded: Word(littleEndian: word)))
        if Word(truncatingIfNeeded: marks) != 0 { return false }
        at &+= size
      }
      return true
    }
    return copyWords(UInt64.self) && copyWords(UInt32.self) && copyWords(UInt16.self)
      && copyWords(UInt8.self)
  }

  private func unterminated() -> JSONSyntaxError {
    JSONSyntaxError(offset: end, reason: .unterminatedString)
  }

  /// Skips an escape (RFC 8259 §7); throws for a control character.
  ///
  /// - Returns: The end of the escape, or `start` if the buffer ends first.
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

  private func skipUnicodeEscape(from start: Int) throws(JSONSyntaxError) -> Int {
    guard let unit = try codeUnit(at: start &+ 2) else { return start }
    guard unit & 0xF800 == 0xD800 else { return start &+ 6 }
    let lone = JSONSyntaxError(offset: start, reason: .loneSurrogate)
    guard unit < 0xDC00 else { throw lone }
    // A high surrogate must be followed by an escaped low surrogate.
    guard start &+ 6 < end else { return start }
    guard base[start &+ 6] == JSONByte.backslash else { throw lone }
    guard start &+ 7 < end else { return start }
    guard base[start &+ 7] == 0x75 else { throw lone }
    guard let low = try codeUnit(at: start &+ 8) else { return start }
    guard low & 0xFC00 == 0xDC00 else { throw lone }
    return start &+ 12
  }

  /// Returns nil if the buffer ends first.
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

  /// Skips a run of characters of two to four bytes.
  ///
  /// RFC 3629 §4: no overlong forms, no surrogates, nothing above U+10FFFF.
  ///
  /// - Returns: The offset of the next ASCII byte, or of a character that the buffer cuts off.
  @inline(never)
  package func skipMultibyte(from start: Int) throws(JSONSyntaxError) -> Int {
    var position = start
    while position < end, base[position] >= 0x80 {
      let lead = base[position]
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard lead >= 0xC2, lead <= 0xF4 else { throw malformed(at: position) }
      guard end &- position >= length else { return position }
      guard
        Self.isSecond(base[position &+ 1], after: lead),
        length < 3 || Self.isContinuation(base[position &+ 2]),
        length < 4 || Self.isContinuation(base[position &+ 3])
      else { throw malformed(at: position) }
      position &+= length
    }
    return position
  }

  private func malformed(at position: Int) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: .invalidUTF8)
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// RFC 3629 §4: some lead bytes narrow the range of the second byte.
  @inline(__always)
  private static func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: byte >= 0xA0 && byte <= 0xBF
    case 0xED: byte >= 0x80 && byte <= 0x9F
    case 0xF0: byte >= 0x90 && byte <= 0xBF
    case 0xF4: byte >= 0x80 && byte <= 0x8F
    default: isContinuation(byte)
    }
  }
}
