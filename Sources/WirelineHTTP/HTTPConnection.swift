import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTLS
import WirelineCore

/// One connection, serving one exchange at a time. On the loop.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  let target: ConnectionTarget
  private let channel: any Channel
  /// Outlives every exchange, which holds it through its executor; but not
  /// the last words of a connection that is closed when all is done.
  private weak var owner: Connections?
  private var exchange: HTTPExchange?
  private var upload: BodyUpload?
  private var watchdog: Watchdog
  private var isReused = false
  /// Whether the peer keeps the connection open after this answer.
  private var isKeptAlive = false
  private var context: ChannelHandlerContext?

  init(_ channel: any Channel, to target: ConnectionTarget, owner: Connections) {
    self.channel = channel
    self.target = target
    self.owner = owner
    watchdog = Watchdog(on: channel.eventLoop)
  }

  var isUsable: Bool { channel.isActive && exchange == nil }

  /// Adds the HTTP handlers at the end of what TLS or a proxy has put there.
  func install() throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers([
      HTTPRequestEncoder(configuration: RequestWire.encoderConfiguration),
      // After the encoder, so that it sees the method: HEAD has no body.
      ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)), self,
    ])
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: The request

  func run(_ exchange: HTTPExchange, isReused: Bool) {
    self.exchange = exchange
    self.isReused = isReused
    isKeptAlive = false
    watchdog.start(exchange) { [weak self] reason in self?.end(with: reason) }
    do throws(RequestError.Reason) {
      let body = try BodyUpload(exchange.request.body)
      let head = RequestWire.head(
        exchange.request, contentLength: body.length, isAbsolute: target.usesAbsoluteForm)
      exchange.isSent = true
      write(.head(head))
      upload = body
      try pump()
    } catch {
      end(with: error)
    }
  }

  /// Writes as much of the body as the socket takes.
  private func pump() throws(RequestError.Reason) {
    while upload != nil, channel.isWritable {
      guard let piece = try upload?.next() else {
        upload = nil
        exchange?.isUploaded = true
        write(.end(nil))
        break
      }
      write(.body(.byteBuffer(piece)))
      watchdog.touch()
    }
    context?.flush()
  }

  private func write(_ part: HTTPClientRequestPart) {
    context?.write(wrapOutboundOut(part), promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    do throws(RequestError.Reason) {
      try pump()
    } catch {
      end(with: error)
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: The answer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    watchdog.touch()
    do throws(RequestError.Reason) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        isKeptAlive = head.isKeepAlive
        try exchange?.receive(head)
      case .body(let buffer):
        try exchange?.receive(buffer)
        // The sink may have taken its time; that was no silence.
        watchdog.touch()
      case .end: finish()
      }
    } catch {
      end(with: error)
    }
  }

  private func finish() {
    guard let exchange else { return }
    self.exchange = nil
    let isDone = exchange.isUploaded
    upload = nil
    // First the connection, then the news: the next request may need it.
    if isKeptAlive, isDone, let owner { owner.park(self) } else { close() }
    exchange.complete()
  }

  // MARK: The ends that are no end of an answer

  func channelInactive(context: ChannelHandlerContext) {
    if let exchange { end(with: exchange.truncation) } else { owner?.forget(self) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let exchange else { return close() }
    end(with: ConnectionFault.reason(error, in: exchange, host: target.url.host))
  }

  private func end(with reason: RequestError.Reason) {
    guard let exchange else { return close() }
    self.exchange = nil
    upload = nil
    close()
    if isReused, !exchange.hasBegunAnswer, ConnectionFault.isLossOfPooledConnection(reason),
      exchange.request.isReplayable, let owner
    {
      // RFC 9112 §9.3.1: the server closed it while it lay idle. Free of the
      // retry count: nothing was answered.
      return owner.run(exchange)
    }
    exchange.fail(reason)
  }

  private func close() {
    owner?.forget(self)
    watchdog.stop()
    channel.close(promise: nil)
  }
}
