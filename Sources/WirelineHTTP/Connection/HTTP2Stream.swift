import NIOCore
import NIOHTTP2
import WirelineCore
internal import WirelineRequests

/// One exchange on a stream of its own, RFC 9113 §5. On the loop.
///
/// Used again for the next exchange when this one is over.
final class HTTP2Stream {
  private(set) var id = HTTP2StreamID.rootStream
  /// Nil between two exchanges.
  private(set) var exchange: HTTPExchange?
  /// Whether the connection had served others before.
  private(set) var isReused = false
  let watchdog: Watchdog
  /// Body bytes that have come, and how many were announced.
  private var received = 0
  private var expected: Int?
  private var interimCount = 0
  /// Bytes taken for which the peer was given no credit yet.
  private var owed = 0

  private var upload: BodyUpload?
  private var unsent = 0
  private var piecesUnderWay = 0

  /// Pieces of a body that may wait for the peer's credit or the socket.
  private static let maximumPieces = 2

  init(on loop: any EventLoop) { watchdog = Watchdog(on: loop) }

  func begin(
    _ exchange: HTTPExchange, _ upload: BodyUpload, as id: HTTP2StreamID, isReused: Bool
  ) {
    self.exchange = exchange
    self.id = id
    self.isReused = isReused
    (received, expected, interimCount, owed, piecesUnderWay) = (0, nil, 0, 0, 0)
    unsent = upload.length ?? 0
    self.upload = unsent > 0 ? upload : nil
    exchange.isUploaded = self.upload == nil
    watchdog.start(exchange)
  }

  /// The exchange is over, one way or the other.
  func end() -> HTTPExchange? {
    upload = nil
    return exchange.take()
  }

  var hasBody: Bool { upload != nil }

  /// The next piece of the body, and whether it is the last; nil while enough is
  /// under way.
  func nextPiece() throws(RequestError.Reason) -> (ByteBuffer, isLast: Bool)? {
    guard piecesUnderWay < Self.maximumPieces, let piece = try upload?.next() else { return nil }
    unsent -= piece.readableBytes
    piecesUnderWay += 1
    let isLast = unsent <= 0
    if isLast {
      upload = nil
      exchange?.isUploaded = true
    }
    return (piece, isLast)
  }

  /// A piece has left.
  func pieceLeft() {
    piecesUnderWay -= 1
    watchdog.touch()
  }

  /// Takes a header section: an interim answer, the head, or trailers.
  func receive(_ head: ResponseHead) throws(RequestError.Reason) {
    guard let exchange, !exchange.hasBegunAnswer else { return }
    if (100..<200).contains(head.status) {
      // RFC 9113 §8.6: there is no switching of protocols.
      if head.status == 101 { throw .protocolViolation("101 though no upgrade was asked for") }
      interimCount += 1
      if interimCount > ResponseParser.maximumInterim {
        throw .protocolViolation("more than \(ResponseParser.maximumInterim) interim answers")
      }
      return
    }
    if exchange.request.method != "HEAD", head.status != 204, head.status != 304 {
      expected = try Self.length(head)
    }
    try exchange.receive(head)
  }

  private static func length(_ head: ResponseHead) throws(RequestError.Reason) -> Int? {
    var length: Int?
    for value in head.headers.values(of: "Content-Length") {
      guard let number = Int(digits: value), length == nil || length == number else {
        throw .protocolViolation("invalid Content-Length")
      }
      length = number
    }
    return length
  }

  /// Takes a piece of the body.
  func receive(_ piece: ByteBuffer) throws(RequestError.Reason) {
    guard let exchange else { return }
    guard exchange.hasBegunAnswer else { throw .protocolViolation("a body without a head") }
    received += piece.readableBytes
    if let expected, received > expected {
      throw .protocolViolation("the body is longer than its Content-Length")
    }
    let failure: RequestError.Reason? = piece.withUnsafeReadableBytes { bytes in
      do throws(RequestError.Reason) {
        try exchange.receive(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Whether as much came as was announced.
  var isWhole: Bool { exchange?.hasBegunAnswer == true && (expected ?? received) == received }

  /// What the peer is to be allowed to send beyond what it was; nil while that
  /// is not worth a frame.
  func credit(for bytes: Int) -> Int? {
    owed += bytes
    guard owed >= HTTP2Connection.streamWindow / 2 else { return nil }
    defer { owed = 0 }
    return owed
  }
}
