extension JSONCursor {
  /// Goes over characters of two to four bytes, as many as follow each other.
  ///
  /// RFC 3629 §4: no overlong forms, no surrogates, nothing over U+10FFFF.
  ///
  /// - Returns: where ASCII goes on, or before a character that the bytes end inside of.
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

  /// RFC 3629 §4: after some lead bytes the second one has a narrower range.
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
