import WirelineCore
import WirelineRequests

/// Parses the responses of one connection, RFC 9112.
///
/// Copies only header sections that are split over pieces. Bytes after a response are left alone:
/// requests are not pipelined.
struct ResponseParser {
  private enum State {
    case head
    case counted(left: Int)
    case chunked(ChunkedBody)
    case untilClose
    case end
  }

  private var state = State.end
  private var section = HeaderSection()
  private let known = KnownFields()
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

  /// The bytes received of an incomplete head.
  var headBytes: Int { section.count }

  /// The next part; nil if more bytes are needed.
  mutating func next(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponsePart? {
    switch state {
    case .end: return nil
    case .head: return try head(piece, &offset).map { .head($0) }
    // Before more bytes are needed: a response without a body ends with its head.
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
    let known = known
    while true {
      let head: ResponseHead?
      do throws(RequestError.Reason) {
        head = try section.read(piece, from: &offset) { lines throws(RequestError.Reason) in
          try HeadParser.parse(lines, known)
        }
      } catch {
        // Not another protocol: it began with an interim response.
        guard !interim.isEmpty, case .protocolViolation(let text, _) = error else { throw error }
        throw .protocolViolation(text, as: .invalidHead)
      }
      guard let head else { return nil }
      guard (100..<200).contains(head.status) else {
        try frame(head)
        return interim.completed(head)
      }
      try interim.add(head)
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
  private var heads: [ResponseHead] = []
  private var bytes = 0

  var isEmpty: Bool { heads.isEmpty }

  mutating func add(_ head: ResponseHead) throws(RequestError.Reason) {
    if head.status == 101 {
      throw .protocolViolation("status 101 without an upgrade request", as: .invalidHead)
    }
    heads.append(head)
    bytes += head.text.utf8.count
    if heads.count > Self.maximum {
      throw .protocolViolation("more than \(Self.maximum) interim responses")
    }
    if bytes > HeaderSection.maximumBytes { throw HeaderSection.overflow }
  }

  /// Returns the final head with those before it.
  func completed(_ head: ResponseHead) -> ResponseHead {
    if heads.isEmpty { return head }
    var head = head
    head.preceding = heads
    return head
  }
}
