/// A position in a byte buffer that skips the tokens of RFC 8259.
///
/// Every access is checked against `end`. If the buffer ends inside a token, `at` stays where the
/// scan can resume with more bytes: before the token or, inside a string, after the last complete
/// character. Positions are at most `end`, so that adding to them (`&+`) cannot overflow.
///
/// It holds the address of the buffer, and must not outlive the closure that provides it.
package struct JSONCursor {
  package let base: UnsafePointer<UInt8>
  package let end: Int
  package var at: Int
  /// Whether the input ends with this buffer, so that a number may end there too.
  package let isLast: Bool
  /// The number of bytes of insignificant white space that were skipped.
  package private(set) var spaces = 0

  /// Fails for an empty buffer.
  package init?(_ bytes: UnsafeRawBufferPointer, at: Int = 0, isLast: Bool = true) {
    guard let start = bytes.baseAddress else { return nil }
    base = start.assumingMemoryBound(to: UInt8.self)
    end = bytes.count
    self.at = at
    self.isLast = isLast
  }

  @inline(__always)
  package mutating func skipSpace() {
    // All white space is below 0x21, and most tokens follow each other without it.
    guard at < end, base[at] <= JSONByte.space else { return }
    let start = at
    while at < end, JSONByte.isSpace(base[at]) { at &+= 1 }
    spaces &+= at &- start
  }

  /// Returns an error for the byte at `at`, or for the end of the buffer.
  @inline(never)
  package func unexpected() -> JSONSyntaxError {
    unexpected(at: at)
  }

  @inline(never)
  package func unexpected(at position: Int) -> JSONSyntaxError {
    guard position < end else { return JSONSyntaxError(offset: end, reason: .unexpectedEnd) }
    return JSONSyntaxError(offset: position, reason: .unexpectedCharacter(base[position]))
  }

  /// Skips `true`, `false` or `null`; `at` is at its first byte.
  package mutating func skipLiteral() throws(JSONSyntaxError) {
    let word: StaticString =
      switch base[at] {
      case 0x74: "true"
      case 0x66: "false"
      default: "null"
      }
    for index in 0..<word.utf8CodeUnitCount {
      let position = at &+ index
      guard position < end, base[position] == word.utf8Start[index] else {
        throw unexpected(at: position)
      }
    }
    at &+= word.utf8CodeUnitCount
  }

  /// Skips a number (RFC 8259 §6); `at` is at its first byte.
  @inline(__always)
  package mutating func skipNumber() throws(JSONSyntaxError) {
    var position = at
    if base[position] == JSONByte.minus { position &+= 1 }
    if position < end, base[position] == JSONByte.zero {
      position &+= 1
    } else {
      position = try digits(from: position)
    }
    if position < end, base[position] == JSONByte.point {
      position = try digits(from: position &+ 1)
    }
    if position < end, base[position] | 0x20 == 0x65 {
      position = try exponent(from: position &+ 1)
    }
    // The next buffer may continue the number.
    guard position < end || isLast else { throw unexpected(at: position) }
    at = position
  }

  @inline(__always)
  private func digits(from start: Int) throws(JSONSyntaxError) -> Int {
    var position = start
    while position < end, JSONByte.isDigit(base[position]) { position &+= 1 }
    guard position > start else { throw missingDigit(at: start) }
    return position
  }

  private func exponent(from start: Int) throws(JSONSyntaxError) -> Int {
    let isSigned =
      start < end && (base[start] == JSONByte.plus || base[start] == JSONByte.minus)
    return try digits(from: isSigned ? start &+ 1 : start)
  }

  @inline(never)
  private func missingDigit(at position: Int) -> JSONSyntaxError {
    guard position < end else { return unexpected(at: position) }
    return JSONSyntaxError(offset: position, reason: .invalidNumber)
  }
}
