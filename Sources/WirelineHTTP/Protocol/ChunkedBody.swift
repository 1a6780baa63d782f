import WirelineCore
import WirelineRequests

/// Decodes a chunked body, RFC 9112 §7.1. Ignores chunk extensions and trailer fields.
struct ChunkedBody {
  private enum State {
    case size
    /// The rest of a size's line.
    case sizeLine(ChunkExtensions)
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
    case .sizeLine(let extensions): try consumeExtension(byte, extensions)
    case .data: break
    case .dataEnd:
      if byte == 0x0A {
        begin()
      } else if byte != 0x0D || overhead > 1 {
        throw .protocolViolation("chunk longer than its size")
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

  private mutating func consumeSize(_ byte: UInt8) throws(RequestError.Reason) {
    if let digit = JSONByte.hexadecimalDigit(byte) {
      digits += 1
      if digits > 15 { throw .protocolViolation("invalid chunk size") }
      size = size << 4 | Int(digit)
      return
    }
    guard digits > 0 else { throw .protocolViolation("invalid chunk size") }
    try consumeExtension(byte, ChunkExtensions())
  }

  private mutating func consumeExtension(
    _ byte: UInt8, _ extensions: ChunkExtensions
  ) throws(RequestError.Reason) {
    var extensions = extensions
    guard extensions.accepts(byte) else { throw .protocolViolation("invalid chunk size") }
    if byte == 0x0A { try endSizeLine() } else { state = .sizeLine(extensions) }
  }

  private mutating func endSizeLine() throws(RequestError.Reason) {
    overhead = 0
    state = size == 0 ? .trailer(isLineEmpty: true) : .data(left: size)
  }
}

/// Checks the bytes after a chunk's size up to the end of the line, RFC 9112 §7.1.1:
/// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF`.
///
/// A recipient that skipped other bytes could see another size than a proxy before it.
struct ChunkExtensions {
  fileprivate enum Position {
    /// After the size or a value.
    case end, endSpace
    case nameStart, name, nameSpace
    case valueStart, value
    case quoted, escaped
    case lineEnd
  }

  private var position = Position.end

  /// Consumes a byte.
  mutating func accepts(_ byte: UInt8) -> Bool {
    switch position {
    case .quoted where byte == 0x22: position = .end
    case .quoted where byte == 0x5C: position = .escaped
    case .quoted, .escaped:
      position = .quoted
      return byte >= 0x20 && byte != 0x7F || byte == 0x09
    case .lineEnd: return byte == 0x0A
    default: return acceptsUnquoted(byte)
    }
    return true
  }

  private mutating func acceptsUnquoted(_ byte: UInt8) -> Bool {
    switch (byte, position) {
    case (0x0A, .end), (0x0A, .name), (0x0A, .value): break
    case (0x0D, .end), (0x0D, .name), (0x0D, .value): position = .lineEnd
    case (0x20, _), (0x09, _): position = position.afterSpace
    case (0x3B, .end), (0x3B, .endSpace), (0x3B, .name), (0x3B, .nameSpace), (0x3B, .value):
      position = .nameStart
    case (0x3D, .name), (0x3D, .nameSpace): position = .valueStart
    case (0x22, .valueStart): position = .quoted
    case (_, .nameStart), (_, .name):
      position = .name
      return HeaderFields.isTokenByte(byte)
    case (_, .valueStart), (_, .value):
      position = .value
      return HeaderFields.isTokenByte(byte)
    default: return false
    }
    return true
  }
}

extension ChunkExtensions.Position {
  fileprivate var afterSpace: Self {
    switch self {
    case .name: .nameSpace
    case .end, .value: .endSpace
    default: self
    }
  }
}
