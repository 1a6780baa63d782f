/// A position in bytes, and the tokens of RFC 8259 that may begin there.
///
/// Every access is checked against `end`. A token that the bytes end inside of leaves `at` where
/// the scan can go on once more bytes are there: before the token, and inside a string after its
/// last whole character.
package struct JSONCursor {
  package let base: UnsafePointer<UInt8>
  package let end: Int
  /// The next byte to read.
  package var at: Int
  /// No more bytes will come: a number may end where the bytes end.
  package let isLast: Bool

  /// Nil for no bytes at all, which have no address either.
  package init?(_ bytes: UnsafeRawBufferPointer, at: Int = 0, isLast: Bool = true) {
    guard let start = bytes.baseAddress else { return nil }
    base = start.assumingMemoryBound(to: UInt8.self)
    end = bytes.count
    self.at = at
    self.isLast = isLast
  }

  @inline(__always)
  package mutating func skipSpace(_ sink: inout some JSONSpaceSink) {
    // Every byte of white space is under 0x21, and most tokens have none before them.
    guard at < end, base[at] <= JSONByte.space else { return }
    let start = at
    while at < end, JSONByte.isSpace(base[at]) { at &+= 1 }
    if at > start { sink.dropSpace(from: start, to: at) }
  }

  @inline(__always)
  package mutating func skipSpace() {
    var ignored = JSONSpaceIgnored()
    skipSpace(&ignored)
  }

  /// An error about the byte at `at`, or about its absence.
  @inline(never)
  package func unexpected() -> JSONSyntaxError {
    unexpected(at: at)
  }

  @inline(never)
  package func unexpected(at position: Int) -> JSONSyntaxError {
    guard position < end else { return JSONSyntaxError(offset: end, reason: .unexpectedEnd) }
    return JSONSyntaxError(offset: position, reason: .unexpectedCharacter(base[position]))
  }

  /// Goes over `true`, `false` or `null`, of which the first byte is at `at`.
  @inline(__always)
  package mutating func skipLiteral() throws(JSONSyntaxError) {
    // "rue", "ull" or "alse" end with the word; "true" is 0x65757274 in little-endian order.
    if end &- at >= 5 {
      let start = UnsafeRawPointer(base + at)
      let word = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      if word == 0x6575_7274 || word == 0x6C6C_756E {
        at &+= 4
        return
      }
      let tail = UInt32(littleEndian: (start + 1).loadUnaligned(as: UInt32.self))
      if word & 0xFF == 0x66, tail == 0x6573_6C61 {
        at &+= 5
        return
      }
    }
    at = try slowLiteral(from: at)
  }

  /// The literal byte by byte: for the end of the bytes, and to find the wrong one.
  @inline(never)
  private func slowLiteral(from start: Int) throws(JSONSyntaxError) -> Int {
    let word: StaticString =
      switch base[start] {
      case 0x74: "true"
      case 0x66: "false"
      default: "null"
      }
    for index in 0..<word.utf8CodeUnitCount {
      let position = start &+ index
      guard position < end, base[position] == word.utf8Start[index] else {
        throw unexpected(at: position)
      }
    }
    return start &+ word.utf8CodeUnitCount
  }
}
