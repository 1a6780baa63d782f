import NIOCore
import NIOHPACK
import NIOHTTP2
import WirelineCore
import WirelineRequests

/// A stream with one exchange at a time, RFC 9113 §5. Reused for the next exchange. Runs on the
/// loop.
final class HTTP2Stream {
  private(set) var id = HTTP2StreamID.rootStream
  /// Nil between two exchanges.
  private(set) var exchange: HTTPExchange?
  /// Whether the connection had served other exchanges before.
  private(set) var isReused = false
  let watchdog: Watchdog
  /// Body bytes received, and the announced number.
  private var received = 0
  private var expected: Int?
  private var interim = InterimResponses()
  private var pendingCredit = 0

  private var upload: BodyUpload?
  private var unsent = 0
  private var piecesInFlight = 0

  /// Body pieces that may wait for the peer's window or the socket.
  private static let maximumPieces = 2

  /// The flow-control window of a stream: the bandwidth-delay product of a fast line to a far
  /// server. Data is consumed as it arrives, so the window costs no memory.
  static let window = 16 << 20

  init(on loop: any EventLoop) { watchdog = Watchdog(on: loop) }

  func begin(
    _ exchange: HTTPExchange, _ upload: BodyUpload, as id: HTTP2StreamID, isReused: Bool
  ) {
    self.exchange = exchange
    self.id = id
    self.isReused = isReused
    (received, expected, pendingCredit, piecesInFlight) = (0, nil, 0, 0)
    interim = InterimResponses()
    unsent = upload.length ?? 0
    self.upload = unsent > 0 ? upload : nil
    exchange.isUploaded = self.upload == nil
    exchange.beginUpload(upload.length)
    watchdog.start(exchange)
  }

  func end() -> HTTPExchange? {
    upload = nil
    return exchange.take()
  }

  var hasBody: Bool { upload != nil }

  /// The next piece of the body, and whether it is the last; nil while enough pieces are in flight.
  func nextPiece() throws(RequestError.Reason) -> (ByteBuffer, isLast: Bool)? {
    guard piecesInFlight < Self.maximumPieces, let piece = try upload?.next() else { return nil }
    unsent -= piece.readableBytes
    exchange?.didSend(piece.readableBytes)
    piecesInFlight += 1
    let isLast = unsent <= 0
    if isLast {
      upload = nil
      exchange?.isUploaded = true
    }
    return (piece, isLast)
  }

  func didSendPiece() {
    piecesInFlight -= 1
    watchdog.touch()
  }

  func receive(_ head: ResponseHead) throws(RequestError.Reason) {
    guard let exchange, !exchange.hasHead else { return }
    if (100..<200).contains(head.status) {
      return try interim.count(head)
    }
    if exchange.request.method != "HEAD", head.status != 204, head.status != 304 {
      for value in head.headers.values(of: "Content-Length") {
        expected = try MessageFraming.length(value, after: expected)
      }
    }
    try exchange.receive(head)
  }

  func receive(_ piece: ByteBuffer) throws(RequestError.Reason) {
    guard let exchange else { return }
    guard exchange.hasHead else { throw .protocolViolation("body without a head") }
    received += piece.readableBytes
    if let expected, received > expected {
      throw .protocolViolation("the body is longer than its Content-Length")
    }
    try piece.readBytes { bytes throws(RequestError.Reason) in try exchange.receive(bytes) }
  }

  var isComplete: Bool { exchange?.hasHead == true && (expected ?? received) == received }

  /// The bytes to extend the window by; nil until they justify a frame.
  func credit(for bytes: Int) -> Int? {
    pendingCredit += bytes
    guard pendingCredit >= Self.window / 2 else { return nil }
    defer { pendingCredit = 0 }
    return pendingCredit
  }
}

/// Header sections of HTTP/2, RFC 9113 §8.
enum HTTP2Head {
  /// - Parameter contentLength: the length of the body; nil without a body.
  static func request(_ request: RequestAttempt, contentLength: Int?) -> HPACKHeaders {
    let url = request.url
    var fields = HPACKHeaders()
    fields.reserveCapacity(request.headers.fields.count + 5)
    fields.add(name: ":method", value: request.method)
    fields.add(name: ":scheme", value: url.scheme == .https ? "https" : "http")
    fields.add(name: ":authority", value: request.headers["Host"] ?? url.authority)
    fields.add(name: ":path", value: url.query.map { "\(url.path)?\($0)" } ?? url.path)
    // RFC 9110 §7.6.1: fields named in Connection are for the next hop only.
    let named = request.headers.values(of: "Connection").flatMap { value in
      value.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if isConnectionSpecific(name, field.value) || named.contains(name) { continue }
      // RFC 7541 §7.1.3: secrets must not enter a compression table.
      let isSecret = name == "authorization" || name == "cookie"
      fields.add(
        name: name, value: field.value, indexing: isSecret ? .neverIndexed : .indexable)
    }
    if let contentLength = contentLength ?? (RequestWire.expectsBody(request.method) ? 0 : nil) {
      fields.add(name: "content-length", value: String(contentLength))
    }
    return fields
  }

  /// Fields that HTTP/2 forbids (RFC 9113 §8.2.2), and those derived from the request itself.
  private static func isConnectionSpecific(_ name: String, _ value: String) -> Bool {
    switch name {
    case "host", "content-length", "connection", "keep-alive", "proxy-connection",
      "transfer-encoding", "upgrade", "http2-settings", "proxy-authorization":
      true
    case "te": value.lowercased() != "trailers"
    default: false
    }
  }

  static func response(_ fields: HPACKHeaders) throws(RequestError.Reason) -> ResponseHead {
    guard fields.count <= HeadParser.maximumFields else {
      throw .protocolViolation("more than \(HeadParser.maximumFields) header fields")
    }
    var status: Int?
    var headers: [HeaderFields.Field] = []
    headers.reserveCapacity(fields.count)
    for (name, value, _) in fields {
      if name == ":status" {
        status = value.utf8.count == 3 ? Int(digits: value) : nil
      } else {
        headers.append(HeaderFields.Field(name: name, value: try checked(value)))
      }
    }
    guard let status, status >= 100 else { throw .protocolViolation("invalid status") }
    return ResponseHead(status: status, httpVersion: "2", headers: HeaderFields(headers))
  }

  /// RFC 9113 §8.2.1: rejects CR, LF and NUL.
  private static func checked(_ value: String) throws(RequestError.Reason) -> String {
    for byte in value.utf8 where byte == 0 || byte == 0x0A || byte == 0x0D {
      throw .protocolViolation("control character in a header field")
    }
    return value
  }
}
