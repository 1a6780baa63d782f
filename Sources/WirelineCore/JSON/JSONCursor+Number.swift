extension JSONCursor {
  /// Goes over a number (RFC 8259 §6), of which the first byte is at `at`.
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
    // More digits may come with the next bytes.
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
