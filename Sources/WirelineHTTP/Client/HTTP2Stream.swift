import NIOCore
import NIOHTTP2
import WirelineRequests

/// An open stream: its state, and the exchange that it serves. Runs on the loop.
final class HTTP2Stream {
  let id: HTTP2StreamID
  let exchange: HTTPExchange
  /// Whether the connection had served other exchanges before.
  let isReused: Bool
  let watchdog: Watchdog
  var state: HTTP2StreamState

  private var upload: BodyUpload?
  private var unsent: Int
  private var piecesInFlight = 0

  /// Body pieces that may wait for the peer's window or the socket.
  private static let maximumPieces = 2

  init(
    _ exchange: HTTPExchange, upload: BodyUpload, id: HTTP2StreamID, isReused: Bool,
    watchdog: Watchdog
  ) {
    self.exchange = exchange
    self.id = id
    self.isReused = isReused
    self.watchdog = watchdog
    state = HTTP2StreamState(method: exchange.request.method)
    unsent = upload.length ?? (upload.isChunked ? .max : 0)
    // An empty body has no DATA frame: END_STREAM is part of the head.
    self.upload = unsent > 0 ? upload : nil
    exchange.isUploaded = self.upload == nil
    exchange.beginUpload(upload.length)
  }

  var hasBody: Bool { upload != nil }

  /// Drops the rest of the body.
  func stopUpload() { upload = nil }

  /// Stdin, if the body is read from there.
  var input: InputStream? { upload?.input }

  /// The next piece of the body, and whether it is the last; nil while enough pieces are in flight.
  func nextPiece() throws(RequestError.Reason) -> (ByteBuffer, isLast: Bool)? {
    guard piecesInFlight < Self.maximumPieces, upload != nil else { return nil }
    let next = try upload?.next()
    let piece = next ?? ByteBuffer()
    unsent -= piece.readableBytes
    exchange.didSend(piece.readableBytes)
    piecesInFlight += 1
    // A body of unknown length ends with an empty piece.
    let isLast = next == nil || unsent <= 0
    if isLast {
      upload = nil
      exchange.isUploaded = true
    }
    return (piece, isLast)
  }

  func didSendPiece() {
    piecesInFlight -= 1
    watchdog.touch()
  }

  /// Passes body bytes on.
  func receive(_ piece: ByteBuffer) throws(RequestError.Reason) {
    guard try state.receive(bytes: piece.readableBytes) else { return }
    try piece.withUnsafeReadableBytes { bytes throws(RequestError.Reason) in
      try exchange.receive(bytes)
    }
  }

  /// The end after the loss of the connection.
  func end(
    after loss: HTTP2StreamState.Loss, others: Set<HTTP2StreamID>
  ) -> HTTP2StreamState.End {
    state.end(
      after: loss, id: id, others: others,
      of: HTTP2StreamState.Exchange(
        isIdempotent: exchange.isReplayable, isReused: isReused,
        mayRestart: exchange.mayRestart, wasResent: exchange.wasResent))
  }
}
