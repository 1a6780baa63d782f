import WirelineCore
internal import WirelineRequests

/// A body in chunks, RFC 9112 §7.1: sizes in, data and the end out. Chunk
/// extensions and trailer fields are read over.
struct ChunkedBody {
  private enum State {
    case size
    /// The rest of a size's line: extensions.
    case sizeLine
    case data(left: Int)
    /// The line end behind the data.
    case dataEnd
    case trailer(isLineEmpty: Bool)
  }

  private var state = State.size
  private var size = 0
  private var digits = 0
  /// Bytes of the current line, or of the trailer section.
  private var overhead = 0

  /// A line of sizes and extensions, or a trailer section, at most.
  private static let maximumOverhead = 64 * 1024

  mutating func next(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponseParser.Part? {
    while offset < piece.count {
      if case .data(let left) = state {
        let end = min(piece.count, offset + left)
        state = end - offset == left ? .dataEnd : .data(left: left - (end - offset))
        defer { offset = end }
        return .body(offset..<end)
      }
      let byte = piece[offset]
      offset += 1
      if try take(byte) { return .end }
    }
    return nil
  }

  /// Takes a byte that is no data; true if it is the body's last.
  private mutating func take(_ byte: UInt8) throws(RequestError.Reason) -> Bool {
    overhead += 1
    if overhead > Self.maximumOverhead { throw .protocolViolation("endless chunk extensions") }
    switch state {
    case .size: try takeSize(byte)
    case .sizeLine: if byte == 0x0A { try endSizeLine() }
    case .data: break
    case .dataEnd:
      if byte == 0x0A {
        begin()
      } else if byte != 0x0D || overhead > 1 {
        throw .protocolViolation("a chunk is longer than its size")
      }
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

  private mutating func takeSize(_ byte: UInt8) throws(RequestError.Reason) {
    if let digit = hexadecimalDigit(byte) {
      digits += 1
      if digits > 15 { throw .protocolViolation("invalid chunk size") }
      size = size << 4 | digit
      return
    }
    guard digits > 0 else { throw .protocolViolation("invalid chunk size") }
    switch byte {
    case 0x0A: try endSizeLine()
    // CR, an extension, or the white space that some servers pad with.
    case 0x0D, 0x3B, 0x20, 0x09: state = .sizeLine
    default: throw .protocolViolation("invalid chunk size")
    }
  }

  private mutating func endSizeLine() throws(RequestError.Reason) {
    overhead = 0
    state = size == 0 ? .trailer(isLineEmpty: true) : .data(left: size)
  }

  private func hexadecimalDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }
}
