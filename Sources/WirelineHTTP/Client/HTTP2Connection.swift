import NIOCore
import NIOHTTP2
import WirelineCore
import WirelineRequests

/// An HTTP/2 connection, which serves many exchanges at a time. Runs on the loop.
///
/// The library handles framing, header compression and the peer's flow-control window. Streams and
/// our own window are handled here: a channel per stream would cost more than the rest of a
/// request.
final class HTTP2Connection: PooledConnection, ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// A strong reference, which keeps the pool alive during an exchange.
  private let owner: Connections
  /// Accepts no more exchanges; those in flight continue.
  private var isRetired = false
  private var isClosed = false
  private var context: ChannelHandlerContext?
  private var streams: [HTTP2StreamID: HTTP2Stream] = [:]
  private var spare: [HTTP2Stream] = []
  private var nextID: Int32 = 1
  private var pendingCredit = 0
  private var isFlushPlanned = false
  /// A library error that may still turn out to belong to a stream.
  private var pendingError: (any Error)?
  /// Whether the next error belongs to a stream that has already ended.
  private var isErrorExpected = false

  private static let connectionWindow = 64 << 20
  /// RFC 9113 §6.9.2.
  private static let initialConnectionWindow = 65_535

  init(_ opened: OpenedChannel, to target: ConnectionTarget, owner: Connections) {
    self.owner = owner
    super.init(opened, to: target, isShared: true)
  }

  private static let settings = [
    HTTP2Setting(parameter: .enablePush, value: 0),
    HTTP2Setting(parameter: .initialWindowSize, value: HTTP2Stream.window),
    HTTP2Setting(parameter: .maxHeaderListSize, value: HeaderSection.maximumBytes),
  ]

  override var isUsable: Bool { channel.isActive && !isRetired }

  override func install() throws {
    try channel.pipeline.syncOperations.addHandlers([
      // Lengths are checked here, where the request's method is known.
      NIOHTTP2Handler(
        mode: .client, initialSettings: Self.settings, contentLengthValidation: .disabled),
      self,
    ])
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let more = Self.connectionWindow - Self.initialConnectionWindow
    write(.rootStream, .windowUpdate(windowSizeIncrement: more))
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  override func run(_ exchange: HTTPExchange, isReused: Bool) {
    let upload: BodyUpload
    do throws(RequestError.Reason) {
      upload = try BodyUpload(exchange.request.body)
    } catch {
      if streams.isEmpty, isUsable { owner.release(self) }
      return exchange.fail(error)
    }
    let stream = spare.popLast() ?? makeStream()
    let id = HTTP2StreamID(nextID)
    nextID += 2
    // RFC 9113 §5.1.1: stream identifiers cannot be reused.
    if nextID >= Int32.max - 2 { retire() }
    streams[id] = stream
    exchange.isSent = true
    exchange.begin(on: timing, isReused: isReused)
    stream.begin(exchange, upload, as: id, isReused: isReused)
    let fields = HTTP2Head.request(exchange.request, contentLength: upload.length)
    let sent = channel.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenFailure { _ in
      // The peer accepts no more streams, or the connection is closed.
      self.refuse(id)
    }
    write(
      id, .headers(.init(headers: fields, endStream: !stream.hasBody)), promise: sent)
    pump(stream)
  }

  private func makeStream() -> HTTP2Stream {
    let stream = HTTP2Stream(on: channel.eventLoop)
    stream.watchdog.readLimiter = readLimiter
    stream.watchdog.onEnd = { [unowned self, unowned stream] reason in
      // The connection itself may be dead: new requests avoid it.
      if case .timeout = reason { retire() }
      end(stream, with: reason, reset: .cancel)
    }
    return stream
  }

  private func pump(_ stream: HTTP2Stream) {
    let id = stream.id
    do throws(RequestError.Reason) {
      while let (piece, isLast) = try stream.nextPiece() {
        let sent = channel.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenSuccess {
          guard self.streams[id] === stream else { return }
          stream.didSendPiece()
          self.pump(stream)
        }
        write(id, .data(.init(data: .byteBuffer(piece), endStream: isLast)), promise: sent)
      }
    } catch {
      end(stream, with: error, reset: .cancel)
    }
  }

  private func write(
    _ id: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, promise: EventLoopPromise<Void>? = nil
  ) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: promise)
    if isFlushPlanned { return }
    // One flush for all frames of this iteration of the loop.
    isFlushPlanned = true
    channel.eventLoop.assumeIsolated().execute {
      self.isFlushPlanned = false
      self.context?.flush()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let section): receive(section, on: frame.streamID)
    case .data(let data): receive(data, on: frame.streamID)
    case .rstStream(let code): streams[frame.streamID].map { reset($0, code) }
    case .goAway(let last, _, _):
      retire()
      for id in streams.keys.sorted() where id > last { refuse(id) }
    default: break
    }
  }

  private func receive(_ section: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    stream.watchdog.touch()
    do throws(RequestError.Reason) {
      if stream.exchange?.hasHead == false {
        try stream.receive(try HTTP2Head.response(section.headers))
      }
      if section.endStream { finish(stream) }
    } catch {
      end(stream, with: error, reset: .cancel)
    }
  }

  private func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
    guard case .byteBuffer(let piece) = data.data else { return }
    let weight = piece.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
    credit(weight)
    guard let stream = streams[id] else { return }
    stream.watchdog.touch()
    do throws(RequestError.Reason) {
      try stream.receive(piece)
      // The sink may have blocked, which does not count as silence.
      stream.watchdog.touch()
      if data.endStream { return finish(stream) }
      if let more = stream.credit(for: weight) {
        write(id, .windowUpdate(windowSizeIncrement: more))
      }
    } catch {
      end(stream, with: error, reset: .cancel)
    }
  }

  private func credit(_ bytes: Int) {
    pendingCredit += bytes
    guard pendingCredit >= Self.connectionWindow / 2 else { return }
    write(.rootStream, .windowUpdate(windowSizeIncrement: pendingCredit))
    pendingCredit = 0
  }

  private func finish(_ stream: HTTP2Stream) {
    guard stream.isComplete else {
      return end(stream, with: stream.exchange?.truncation ?? .cancelled)
    }
    let isUploaded = stream.exchange?.isUploaded ?? true
    let id = stream.id
    let exchange = remove(stream)
    // RFC 9113 §8.1: the server does not need the rest of the body.
    if !isUploaded { write(id, .rstStream(.noError)) }
    exchange?.complete()
    closeIfDone()
  }

  private func remove(_ stream: HTTP2Stream) -> HTTPExchange? {
    streams[stream.id] = nil
    if streams.isEmpty, isUsable { owner.release(self) }
    if spare.count < 64 { spare.append(stream) } else { stream.watchdog.stop() }
    return stream.end()
  }

  private func reset(_ stream: HTTP2Stream, _ code: HTTP2ErrorCode) {
    switch code {
    case .refusedStream: refuse(stream.id)
    case .http11Required:
      owner.avoidHTTP2(target)
      retire()
      refuse(stream.id)
    case .cancel, .internalError, .noError, .connectError:
      end(stream, with: stream.exchange?.truncation ?? .cancelled)
    default: end(stream, with: .protocolViolation("the server reset the stream: \(code)"))
    }
  }

  /// The server has not processed the request (RFC 9113 §8.7): it is resent once, whatever its
  /// method.
  private func refuse(_ id: HTTP2StreamID) {
    guard let stream = streams[id], let exchange = remove(stream) else { return }
    exchange.isSent = false
    if !exchange.wasRefused {
      exchange.wasRefused = true
      owner.run(exchange)
    } else {
      exchange.fail(.noResponse)
    }
    closeIfDone()
  }

  private func end(
    _ stream: HTTP2Stream, with reason: RequestError.Reason, reset: HTTP2ErrorCode? = nil
  ) {
    let id = stream.id
    guard streams[id] === stream, let exchange = remove(stream) else { return }
    if let reset { write(id, .rstStream(reset)) }
    exchange.fail(reason)
    closeIfDone()
  }

  private func endAll(_ reason: (HTTPExchange) -> RequestError.Reason) {
    close()
    for stream in streams.values.sorted(by: { $0.id < $1.id }) {
      let isReused = stream.isReused
      guard let exchange = remove(stream) else { continue }
      let reason = reason(exchange)
      if isReused, !exchange.hasHead, exchange.isReplayable,
        ConnectionError.isLostPooledConnection(reason)
      {
        owner.run(exchange)
      } else {
        exchange.fail(reason)
      }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Resets by the server are handled in `channelRead`; this event is the library's reaction to
    // invalid input.
    if let closed = event as? StreamClosedEvent, let reason = closed.reason,
      let stream = streams[closed.streamID]
    {
      isErrorExpected = pendingError == nil
      let cause = pendingError.take().map(Self.violation)
      end(stream, with: cause ?? .protocolViolation("HTTP/2: \(reason)"))
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isErrorExpected = false
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOHTTP2Errors.StreamError, let stream = streams[error.streamID] {
      return end(stream, with: Self.violation(error.baseError))
    }
    // The event that closes the stream comes just before the error, or next.
    if isErrorExpected {
      isErrorExpected = false
      return
    }
    pendingError = error
    channel.eventLoop.assumeIsolated().execute {
      guard let error = self.pendingError.take() else { return }
      self.endAll { exchange in
        error is any NIOHTTP2Error
          ? Self.violation(error)
          : ConnectionError.reason(error, in: exchange, host: self.target.url.host)
      }
    }
  }

  private static func violation(_ error: any Error) -> RequestError.Reason {
    .protocolViolation("HTTP/2: \(ConnectionError.words(ofType: error))")
  }

  func channelInactive(context: ChannelHandlerContext) {
    endAll { $0.truncation }
    context.fireChannelInactive()
  }

  private func retire() {
    if isRetired { return }
    isRetired = true
    owner.retire(self)
  }

  private func closeIfDone() {
    if isRetired, streams.isEmpty { close() }
  }

  override func close() {
    if isClosed { return }
    isClosed = true
    for stream in spare { stream.watchdog.stop() }
    spare = []
    // Free the descriptor first: the callback may need one.
    if streams.isEmpty { closeChannel() } else { channel.close(promise: nil) }
    retire()
    owner.didClose(self)
  }
}
