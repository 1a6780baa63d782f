import NIOCore
import WirelineRequests

/// An HTTP/1.1 connection, which serves one exchange at a time. Runs on the loop.
final class HTTP1Connection: PooledConnection, ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The pool; nil once the connection is closed. The strong reference keeps it alive during an
  /// exchange.
  private var owner: Connections?
  private var exchange: HTTPExchange?
  private var parser = ResponseParser()
  private var upload: BodyUpload?
  private let watchdog: Watchdog
  /// Whether a byte of the request may have been sent on this connection.
  private var isFlushed = false
  private var context: ChannelHandlerContext?
  private var output = ByteBuffer()

  init(_ opened: OpenedChannel, to target: ConnectionTarget, owner: Connections) {
    self.owner = owner
    watchdog = Watchdog(on: opened.channel.eventLoop)
    super.init(opened, to: target, isShared: false)
  }

  override var isUsable: Bool { channel.isActive && exchange == nil && owner != nil }

  override func install() throws {
    watchdog.readLimiter = readLimiter
    try channel.pipeline.syncOperations.addHandler(self)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  override func run(_ exchange: HTTPExchange, isReused: Bool) {
    self.exchange = exchange
    self.isReused = isReused
    isFlushed = false
    exchange.isUploaded = false
    exchange.begin(on: timing, isReused: isReused)
    parser.begin(method: exchange.request.method)
    // Retains this connection until the watchdog stops, as `Watchdog` explains.
    watchdog.start(exchange) { [self] reason in end(with: reason) }
    do throws(RequestError.Reason) {
      // RFC 9112 §6.1: HTTP/1.0 has no transfer codings.
      let request = exchange.request
      let body = try BodyUpload(
        request.body, isChunked: request.isChunked && !request.usesHTTP10)
      output.clear()
      RequestWire.write(
        request, body: body, proxyFields: target.httpProxy?.fields, to: &output)
      write(output)
      upload = body
      exchange.beginUpload(body.length)
      try pump()
    } catch {
      end(with: error)
    }
  }

  private func pump() throws(RequestError.Reason) {
    while upload != nil, channel.isWritable {
      // Stdin can be read once, and the request may move to another connection until it is flushed.
      if let input = upload?.input, !isFlushed || !isReady(input) { break }
      guard let piece = try upload?.next() else {
        if upload?.isChunked == true { write(BodyUpload.chunk(nil)) }
        upload = nil
        exchange?.isUploaded = true
        break
      }
      write(upload?.isChunked == true ? BodyUpload.chunk(piece) : piece)
      exchange?.didSend(piece.readableBytes)
      watchdog.touch()
    }
    owner?.flushSoon(self)
  }

  /// The last moment to choose another connection: data that has arrived by now would be taken for
  /// the response, and a POST on a closed connection could not be resent.
  override func refuseData() {
    if exchange != nil, !isFlushed { end(with: .noResponse) }
  }

  /// Whether stdin has a piece; continues when it has.
  private func isReady(_ input: InputStream) -> Bool {
    let box = NIOLoopBound(self, eventLoop: channel.eventLoop)
    let isReady = input.isReady { [loop = channel.eventLoop] in
      loop.execute { box.value.continueUpload() }
    }
    exchange?.waitsForInput = !isReady
    return isReady
  }

  private func continueUpload() {
    guard upload != nil else { return }
    do throws(RequestError.Reason) { try pump() } catch { end(with: error) }
  }

  override func flush() {
    if let exchange, !isFlushed {
      isFlushed = true
      exchange.isSent = true
      if upload?.input != nil { continueUpload() }
    }
    context?.flush()
  }

  private func write(_ piece: ByteBuffer) {
    context?.write(wrapOutboundOut(piece), promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    continueUpload()
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Data without a request is not a response: RFC 9112 §9.2.
    guard let exchange, isFlushed || !isReused else { return end(with: .noResponse) }
    unwrapInboundIn(data).withUnsafeReadableBytes { read($0, for: exchange) }
  }

  private func read(_ piece: UnsafeRawBufferPointer, for exchange: HTTPExchange) {
    var offset = 0
    do throws(RequestError.Reason) {
      while let part = try parser.next(piece, &offset) {
        switch part {
        case .head(let head):
          try exchange.receive(head, isKeptAlive: parser.isKeptAlive)
        case .body(let range):
          try exchange.receive(UnsafeRawBufferPointer(rebasing: piece[range]))
        case .end: return finish(isKeptAlive: parser.isKeptAlive && offset == piece.count)
        }
      }
      // Tells a connection that was closed while idle from one that broke within a head.
      exchange.headBytes = parser.headBytes
      // After the sink, which may have blocked: that is not inactivity of the server.
      watchdog.touch()
    } catch {
      end(with: error)
    }
  }

  private func finish(isKeptAlive: Bool) {
    guard let exchange else { return }
    self.exchange = nil
    upload = nil
    watchdog.stop()
    // Release the connection before reporting the end: the next request may need it. A response to
    // a request that is still to be sent would be taken for that of the next one.
    if isKeptAlive, isFlushed, exchange.isUploaded, let owner {
      owner.release(self)
    } else {
      close()
    }
    exchange.complete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let exchange {
      // Only the end of the connection ends a body without a length.
      if parser.close() { finish(isKeptAlive: false) } else { end(with: exchange.truncation) }
    } else {
      close()
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let exchange else { return close() }
    end(with: ConnectionError.reason(error, in: exchange, host: target.url.host))
  }

  private func end(with reason: RequestError.Reason) {
    guard let exchange else { return close() }
    self.exchange = nil
    upload = nil
    let owner = owner
    close()
    if isReused, exchange.headBytes == 0, !exchange.hasHead,
      ConnectionError.isLostPooledConnection(reason),
      exchange.isReplayable || !isFlushed, let owner
    {
      // RFC 9112 §9.3.1: the server closed the idle connection. Resending is not counted as a
      // retry.
      return owner.run(exchange)
    }
    exchange.fail(reason)
  }

  override func close() {
    guard let owner else { return closeChannel() }
    self.owner = nil
    watchdog.cancel()
    // Free the descriptor first: the callback may need one.
    closeChannel()
    owner.didClose(self)
  }
}
