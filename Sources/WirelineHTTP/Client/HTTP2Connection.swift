import NIOCore
import NIOHTTP2
import WirelineCore
import WirelineRequests

/// An HTTP/2 connection, which serves many exchanges at a time. Runs on the loop.
///
/// The library handles framing, header compression and the peer's flow-control window. Streams and
/// our own window are handled here: a channel per stream would cost more than the rest of a
/// request. `HTTP2StreamState` and `HTTP2Admission` decide; this class carries out.
final class HTTP2Connection: PooledConnection, ChannelInboundHandler, NIOHTTP2FrameDelegate {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// A strong reference, which keeps the pool alive during an exchange.
  private let owner: Connections
  /// Accepts no more exchanges; those in flight continue.
  private var isRetired = false
  private var isClosed = false
  /// Whether the open streams are being ended.
  private var isEnding = false
  /// Whether the server has announced that it ends the connection because of an error.
  private var isAborted = false
  private var context: ChannelHandlerContext?
  private var streams: [HTTP2StreamID: HTTP2Stream] = [:]
  private var admission = HTTP2Admission()
  /// Watchdogs of ended streams, whose scheduled tasks serve the next ones.
  private var spare: [Watchdog] = []
  private var nextID: Int32 = 1
  private var isFlushPlanned = false
  /// Whether an update of the connection's window is being sent.
  private var isExtending = false
  /// Whether the library has found that the server violates the protocol of the connection.
  private var isBroken = false
  /// The error that ends the connection.
  private var failure: (any Error)?

  /// The flow-control window of the connection in bytes.
  private static let window = 64 << 20

  init(_ opened: OpenedChannel, to target: ConnectionTarget, owner: Connections) {
    self.owner = owner
    super.init(opened, to: target, isShared: true)
  }

  override var isUsable: Bool { channel.isActive && !isRetired }

  override func admits(_ exchange: HTTPExchange) -> Bool {
    admission.admits(isAlone: exchange.runsAlone)
  }

  override func install() throws {
    try channel.pipeline.syncOperations.addHandlers([
      NIOHTTP2Handler(
        mode: .client, frameDelegate: self, connectionConfiguration: HTTP2Limits.connection,
        streamConfiguration: HTTP2Limits.stream),
      self,
    ])
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    // RFC 9113 §6.9.2: the initial window of a connection.
    extendWindow(65_535)
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
    let id = HTTP2StreamID(nextID)
    nextID += 2
    // RFC 9113 §5.1.1: stream identifiers cannot be reused.
    if nextID >= Int32.max - 2 { retire() }
    let stream = HTTP2Stream(
      exchange, upload, id: id, isReused: isReused, watchdog: spare.popLast() ?? makeWatchdog())
    streams[id] = stream
    admission.begin(isAlone: exchange.runsAlone)
    exchange.isSent = true
    exchange.begin(on: timing, isReused: isReused)
    stream.watchdog.start(exchange) { [self] reason in
      // The connection itself may be dead: new requests avoid it.
      if case .timeout = reason { retire() }
      end(stream, .fail(reason, .cancel))
    }
    let fields = HTTP2Head.request(exchange.request, contentLength: upload.length)
    let sent = channel.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenFailure { self.end(stream, afterUnsent: $0) }
    write(
      id, .headers(.init(headers: fields, endStream: !stream.hasBody)), promise: sent)
    pump(stream)
  }

  /// Ends a stream whose head could not be sent.
  private func end(_ stream: HTTP2Stream, afterUnsent error: any Error) {
    switch error {
    // The server accepts no more streams.
    case is NIOHTTP2Errors.CreatedStreamAfterGoaway, is NIOHTTP2Errors.StreamClosed:
      end(stream, .resend(.again))
    case is any NIOHTTP2Error:
      // The library does not write what the protocol forbids, and goes on counting the stream.
      retire()
      let reason = ConnectionError.words(ofType: error)
      end(stream, .fail(.protocolViolation("HTTP/2 cannot carry the request: \(reason)"), nil))
    default:
      // The end of the channel follows. The head may have been sent nevertheless: TLS has one
      // promise for all frames of a flush.
      if context == nil { end(stream, stream.end(after: .closed, others: [])) }
    }
  }

  private func makeWatchdog() -> Watchdog {
    let watchdog = Watchdog(on: channel.eventLoop)
    watchdog.readLimiter = readLimiter
    return watchdog
  }

  private func pump(_ stream: HTTP2Stream) {
    do throws(RequestError.Reason) {
      while let (piece, isLast) = try stream.nextPiece() {
        let sent = channel.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenSuccess {
          guard self.streams[stream.id] != nil else { return }
          stream.didSendPiece()
          self.pump(stream)
        }
        write(stream.id, .data(.init(data: .byteBuffer(piece), endStream: isLast)), promise: sent)
      }
    } catch {
      end(stream, .fail(error, .cancel))
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
    case .rstStream(let code):
      if let stream = streams[frame.streamID] { end(stream, stream.state.end(after: code)) }
    case .goAway(let last, let code, _):
      isAborted = code != .noError
      retire()
      // RFC 9113 §6.8: the server has not processed these.
      for stream in sortedStreams where stream.id > last { end(stream, .resend(.again)) }
      if streams.isEmpty { close() }
    default: break
    }
  }

  private func receive(_ section: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    stream.watchdog.touch()
    do throws(RequestError.Reason) {
      let head = try stream.state.receive(section.headers, isLast: section.endStream)
      if let head { try stream.exchange.receive(head) }
      if section.endStream { end(stream, stream.state.end) }
    } catch {
      end(stream, .fail(error, error.resetCode))
    }
  }

  private func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
    guard case .byteBuffer(let piece) = data.data else { return }
    let weight = piece.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
    guard let stream = streams[id] else { return }
    stream.watchdog.touch()
    do throws(RequestError.Reason) {
      try stream.receive(piece)
      // The sink may have blocked, which does not count as silence.
      stream.watchdog.touch()
      if data.endStream { return end(stream, stream.state.end) }
      if let more = stream.state.credit(for: weight) {
        write(id, .windowUpdate(windowSizeIncrement: more))
      }
    } catch {
      end(stream, .fail(error, error.resetCode))
    }
  }

  /// Ends a stream that is still open.
  private func end(_ stream: HTTP2Stream, _ end: HTTP2StreamState.End) {
    guard streams.removeValue(forKey: stream.id) != nil else { return }
    if case .complete = end { completedCount += 1 }
    let hadOthers = !streams.isEmpty
    admission.end(end)
    stream.stopUpload()
    stream.watchdog.stop()
    if spare.count < 64, !isClosed {
      spare.append(stream.watchdog)
    } else {
      stream.watchdog.cancel()
    }
    if case .resend(.overHTTP1) = end {
      owner.avoidHTTP2(target)
      retire()
    }
    if streams.isEmpty, isUsable { owner.release(self) }
    let exchange = stream.exchange
    switch end {
    case .complete:
      // RFC 9113 §8.1: the server does not need the rest of the body.
      if !exchange.isUploaded { write(stream.id, .rstStream(.noError)) }
      exchange.complete()
    case .truncated: exchange.fail(exchange.truncation)
    case .reset(let code): exchange.fail(.reset(code))
    case .fail(let reason, let code):
      if let code { write(stream.id, .rstStream(code)) }
      exchange.fail(reason)
    case .resend(let how): resend(exchange, how, hadOthers: hadOthers)
    }
    if isRetired, streams.isEmpty { close() }
    owner.startWaiting(for: target)
  }

  private func resend(
    _ exchange: HTTPExchange, _ how: HTTP2StreamState.Resend, hadOthers: Bool
  ) {
    // The server claims not to have processed a request that it has begun to answer.
    if exchange.hasHead, !exchange.isReplayable || !exchange.mayRestart {
      return exchange.fail(exchange.truncation)
    }
    let isRefused = how == .whenOthersEnd
    let resend: HTTPExchange.Resend =
      if isRefused {
        hadOthers ? .later : .onSameConnection
      } else {
        completedCount > 0 ? .afterOthers : .onNewConnection
      }
    guard exchange.restart(resend, isAlone: how == .alone) else {
      return exchange.fail(isRefused ? .reset(HTTP2ErrorCode.refusedStream.name) : .noResponse)
    }
    owner.run(exchange)
  }

  private var sortedStreams: [HTTP2Stream] { streams.values.sorted { $0.id < $1.id } }

  private func endAll(_ loss: HTTP2StreamState.Loss) {
    endAll { stream, others in stream.end(after: loss, others: others) }
  }

  private func endAll(_ reason: (HTTP2Stream, Set<HTTP2StreamID>) -> HTTP2StreamState.End) {
    let ids = Set(streams.keys)
    let ends = sortedStreams.map { ($0, reason($0, ids.subtracting([$0.id]))) }
    // The end of the channel may be reported during `close`.
    if isEnding { return }
    isEnding = true
    close()
    for (stream, reason) in ends { end(stream, reason) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let event as NIOHTTP2WindowUpdatedEvent where event.streamID == .rootStream:
      if let window = event.inboundWindowSize { extendWindow(window) }
    case let event as StreamClosedEvent:
      // After a reset by either side the stream is no longer open here: this one is the library's,
      // because of an invalid frame.
      if let code = event.reason, let stream = streams[event.streamID] {
        end(stream, .fail(.protocolViolation("HTTP/2: \(code.name)"), nil))
      }
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Extends the window of the connection, which also shrinks by data of streams that have ended;
  /// the library does not pass it on.
  private func extendWindow(_ window: Int) {
    guard window < Self.window / 2, !isExtending else { return }
    // The frame waits while the socket is full, and the window is not extended until it is sent.
    isExtending = true
    let sent = channel.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in self.isExtending = false }
    write(.rootStream, .windowUpdate(windowSizeIncrement: Self.window - window), promise: sent)
  }

  /// Called for each frame that the library writes. It sends GOAWAY before it reports an error of
  /// the connection, and only then; other errors belong to a stream, which it has closed.
  func wroteFrame(_ frame: HTTP2Frame) {
    if case .goAway = frame.payload { isBroken = true }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isOfStream =
      !isBroken && (error is any NIOHTTP2Error || error is NIOHTTP2Errors.StreamError)
    if isOfStream || failure != nil { return }
    failure = error
    retire()
    // An error may arrive while an exchange is being started.
    channel.eventLoop.assumeIsolated().execute { self.fail(error) }
  }

  private func fail(_ error: any Error) {
    guard error is any NIOHTTP2Error else {
      return endAll { stream, others in
        let reason = ConnectionError.reason(error, in: stream.exchange, host: target.url.host)
        let isLost = ConnectionError.isLostPooledConnection(reason)
        return isLost ? stream.end(after: .closed, others: others) : .fail(reason, nil)
      }
    }
    // A frame on a stream that has ended; on one that was never opened, its cause is unknown.
    let culprit = (error as? NIOHTTP2Errors.NoSuchStream).flatMap { error in
      error.streamID.isClientInitiated && error.streamID < HTTP2StreamID(nextID)
        ? error.streamID : nil
    }
    endAll(.violation(Self.violation(error), culprit))
  }

  /// Names the error after its type: `FlowControlViolation` → `flow control violation`.
  private static func violation(_ error: any Error) -> RequestError.Reason {
    .protocolViolation("HTTP/2: \(ConnectionError.words(ofType: error))")
  }

  func channelInactive(context: ChannelHandlerContext) {
    endAll(isAborted ? .aborted : .closed)
    context.fireChannelInactive()
  }

  private func retire() {
    if isRetired { return }
    isRetired = true
    owner.retire(self)
  }

  override func close() {
    if isClosed { return }
    isClosed = true
    for watchdog in spare { watchdog.cancel() }
    spare = []
    // Free the descriptor first: the callback may need one.
    if streams.isEmpty { closeChannel() } else { channel.close(promise: nil) }
    retire()
    owner.didClose(self)
  }
}
