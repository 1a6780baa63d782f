import WirelineCore
import WirelineRequests

/// Decodes a chunked body, RFC 9112 §7.1. Ignores chunk extensions and trailer fields.
struct ChunkedBody {
  private enum State {
    case size
    /// The rest of a size's line.
    case sizeLine(isAfterCR: Bool)
    case data(left: Int)
    /// The line end after the data.
    case dataEnd
    case trailer(isLineEmpty: Bool)
  }

  private var state = State.size
  private var size = 0
  private var digits = 0
  private var overhead = 0

  /// The limit of a size line, and of the trailer section.
  private static let maximumOverhead = 64 * 1024

  mutating func next(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponsePart? {
    while offset < piece.count {
      if case .data(let left) = state {
        let end = min(piece.count, offset + left)
        state = end - offset == left ? .dataEnd : .data(left: left - (end - offset))
        defer { offset = end }
        return .body(offset..<end)
      }
      let byte = piece[offset]
      offset += 1
      if try consume(byte) { return .end }
    }
    return nil
  }

  /// Consumes a byte that is not data; returns true for the last byte of the body.
  private mutating func consume(_ byte: UInt8) throws(RequestError.Reason) -> Bool {
    overhead += 1
    if overhead > Self.maximumOverhead { throw .protocolViolation("endless chunk extensions") }
    switch state {
    case .size: try consumeSize(byte)
    case .sizeLine(let isAfterCR): try consumeExtension(byte, isAfterCR: isAfterCR)
    case .data: break
    case .dataEnd:
      if byte == 0x0A {
        begin()
      } else if byte != 0x0D || overhead > 1 {
        throw .protocolViolation("chunk longer than its size")
      }
    case .trailer where byte == 0:
      throw .protocolViolation("NUL in the trailer", as: .invalidHead)
    case .trailer(let isLineEmpty):
      if byte == 0x0A, isLineEmpty { return true }
      state = .trailer(isLineEmpty: byte == 0x0A || byte == 0x0D && isLineEmpty)
    }
    return false
  }

  private mutating func begin() {
    state = .size
    (size, digits, overhead) = (0, 0, 0)
  }

  private mutating func consumeSize(_ byte: UInt8) throws(RequestError.Reason) {
    if let digit = JSONByte.hexadecimalDigit(byte) {
      digits += 1
      // 15 digits are 60 bits, so the size cannot overflow.
      if digits > 15 { throw .protocolViolation("invalid chunk size") }
      size = size << 4 | Int(digit)
      return
    }
    // Only a line end or a semicolon may follow.
    guard digits > 0, byte == 0x0A || byte == 0x0D || byte == 0x3B else {
      throw .protocolViolation("invalid chunk size")
    }
    try consumeExtension(byte, isAfterCR: false)
  }

  /// Skips the rest of the line. A control character is an error: a proxy could take a CR alone for
  /// a line end, and see other chunks.
  private mutating func consumeExtension(
    _ byte: UInt8, isAfterCR: Bool
  ) throws(RequestError.Reason) {
    if byte == 0x0A {
      overhead = 0
      state = size == 0 ? .trailer(isLineEmpty: true) : .data(left: size)
      return
    }
    guard !isAfterCR, byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0D else {
      throw .protocolViolation("invalid chunk size")
    }
    state = .sizeLine(isAfterCR: byte == 0x0D)
  }
}
