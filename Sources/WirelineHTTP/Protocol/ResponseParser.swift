import WirelineCore
import WirelineRequests

/// Parses the responses of one connection, RFC 9112.
///
/// Copies only header sections that are split over pieces. Bytes after a response are left alone:
/// requests are not pipelined.
struct ResponseParser {
  enum Part: Equatable {
    case head(ResponseHead)
    case body(Range<Int>)
    case end
  }

  private enum State {
    case head
    case counted(left: Int)
    case chunked(ChunkedBody)
    case untilClose
    case end
  }

  private var state = State.end
  private var section = HeaderSection()
  private var isBodyless = false
  private var interim = InterimResponses()
  /// Whether the peer keeps the connection open after this response.
  private(set) var isKeptAlive = false

  mutating func begin(method: String) {
    state = .head
    isBodyless = method == "HEAD"
    interim = InterimResponses()
    isKeptAlive = false
  }

  /// The next part; nil if more bytes are needed.
  mutating func next(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> Part? {
    switch state {
    case .end: return nil
    case .head: return try head(piece, &offset).map { .head($0) }
    case .counted(left: 0):
      state = .end
      return .end
    case .counted(let left):
      guard offset < piece.count else { return nil }
      let end = min(piece.count, offset + left)
      state = .counted(left: left - (end - offset))
      defer { offset = end }
      return .body(offset..<end)
    case .chunked(var body):
      // Moved out while it changes, to avoid a copy.
      state = .end
      let part = try body.next(piece, &offset)
      if part != .end { state = .chunked(body) }
      return part
    case .untilClose:
      guard offset < piece.count else { return nil }
      defer { offset = piece.count }
      return .body(offset..<piece.count)
    }
  }

  /// - Returns: whether the end of the connection ends the response.
  mutating func close() -> Bool {
    guard case .untilClose = state else { return false }
    state = .end
    return true
  }

  private mutating func head(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponseHead? {
    while true {
      let head: ResponseHead? = try section.read(piece, &offset) {
        lines throws(RequestError.Reason) in try HeadParser.parse(lines)
      }
      guard let head else { return nil }
      guard (100..<200).contains(head.status) else {
        try frame(head)
        return head
      }
      try interim.count(head)
    }
  }

  private mutating func frame(_ head: ResponseHead) throws(RequestError.Reason) {
    let framing = try MessageFraming(head, isBodyless: isBodyless)
    isKeptAlive = framing.isKeptAlive
    switch framing.body {
    case .counted(let length): state = .counted(left: length)
    case .chunked: state = .chunked(ChunkedBody())
    case .untilClose: state = .untilClose
    }
  }
}

/// The interim responses (1xx) that may precede the final one, RFC 9110 §15.2.
struct InterimResponses {
  private static let maximum = 100
  private var count = 0

  mutating func count(_ head: ResponseHead) throws(RequestError.Reason) {
    if head.status == 101 { throw .protocolViolation("status 101 without an upgrade request") }
    count += 1
    if count > Self.maximum {
      throw .protocolViolation("more than \(Self.maximum) interim responses")
    }
  }
}

/// Decodes a chunked body, RFC 9112 §7.1. Ignores chunk extensions and trailer fields.
struct ChunkedBody {
  private enum State {
    case size
    /// The rest of a size's line: extensions.
    case sizeLine
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
    case .sizeLine: if byte == 0x0A { try endSizeLine() }
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
    switch byte {
    case 0x0A: try endSizeLine()
    // CR, an extension, or white space that some servers pad with.
    case 0x0D, 0x3B, 0x20, 0x09: state = .sizeLine
    default: throw .protocolViolation("invalid chunk size")
    }
  }

  private mutating func endSizeLine() throws(RequestError.Reason) {
    overhead = 0
    state = size == 0 ? .trailer(isLineEmpty: true) : .data(left: size)
  }
}
