import WirelineCore
internal import WirelineRequests

/// Reads the answers that come over one connection, RFC 9112: pieces of any
/// size in, the parts of an answer out.
///
/// A value that opens nothing and copies nothing but a header section that is
/// cut in two. What follows an answer belongs to nobody: requests are not
/// pipelined.
struct ResponseParser {
  enum Part: Equatable {
    case head(ResponseHead)
    /// Bytes of the body, by their place in the piece.
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
  private var known = KnownFields()
  private var isBodyless = false
  private var interimCount = 0
  /// Whether the peer keeps the connection open after this answer.
  private(set) var isKeptAlive = false

  /// Interim answers before the final one, at most.
  static let maximumInterim = 100

  /// Waits for the answer to a request with this method.
  mutating func begin(method: String) {
    state = .head
    isBodyless = method == "HEAD"
    interimCount = 0
    isKeptAlive = false
  }

  /// The next part; nil when that takes more bytes.
  ///
  /// - Parameter offset: how far the piece has been read; moved on.
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
      // Taken out while it works, so that it is not copied.
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

  /// The connection has ended: true if that was the end of the answer.
  mutating func close() -> Bool {
    guard case .untilClose = state else { return false }
    state = .end
    return true
  }

  private mutating func head(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponseHead? {
    // Taken out while the section is read, so that it is not copied.
    var known = KnownFields()
    swap(&known, &self.known)
    defer { swap(&known, &self.known) }
    while true {
      let head: ResponseHead? = try section.take(piece, &offset) {
        lines throws(RequestError.Reason) in try HeadParser.parse(lines, &known)
      }
      guard let head else { return nil }
      guard (100..<200).contains(head.status) else {
        try frame(head)
        return head
      }
      // RFC 9110 §15.2: interim answers may come before the final one.
      if head.status == 101 { throw .protocolViolation("101 though no upgrade was asked for") }
      interimCount += 1
      if interimCount > Self.maximumInterim {
        throw .protocolViolation("more than \(Self.maximumInterim) interim answers")
      }
    }
  }

  /// How long the body is, RFC 9112 §6.3.
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
