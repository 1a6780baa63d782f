import NIOCore
import NIOHTTP2
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
  let owner: Connections
  /// Whether it accepts no more exchanges; those in flight continue.
  var isRetired = false
  var isClosed = false
  /// Whether the open streams are being ended.
  var isEnding = false
  var context: ChannelHandlerContext?
  var streams: [HTTP2StreamID: HTTP2Stream] = [:]
  var admission = HTTP2Admission()
  /// Watchdogs of ended streams, whose scheduled tasks serve the next ones.
  var spare: [Watchdog] = []
  var nextID: Int32 = 1
  private var isFlushPlanned = false
  /// Whether an update of the connection's window is being sent.
  private var isExtending = false
  /// Whether the library has found that the server violates the protocol of the connection.
  var isBroken = false
  /// The error that ends the connection.
  var failure: (any Error)?

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
    // RFC 9113 §5.1.1: streams of a client have odd numbers.
    nextID += 2
    // RFC 9113 §5.1.1: stream identifiers cannot be reused.
    if nextID >= Int32.max - 2 { retire() }
    let stream = HTTP2Stream(
      exchange, upload: upload, id: id, isReused: isReused,
      watchdog: spare.popLast() ?? makeWatchdog())
    streams[id] = stream
    admission.begin(isAlone: exchange.runsAlone)
    exchange.isSent = true
    exchange.begin(on: timing, isReused: isReused)
    stream.watchdog.start(exchange) { [self] reason in
      // The connection itself may be dead: new requests avoid it.
      if case .timeout = reason { retire() }
      end(stream, .fail(reason, .cancel))
    }
    let fields = HTTP2Head.request(
      exchange.request, contentLength: upload.length, isChunked: upload.isChunked)
    let sent = channel.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenFailure { self.end(stream, afterUnsent: $0) }
    write(
      id, .headers(.init(headers: fields, endStream: !stream.hasBody)), promise: sent)
    pump(stream)
  }

  private func makeWatchdog() -> Watchdog {
    let watchdog = Watchdog(on: channel.eventLoop)
    watchdog.readLimiter = readLimiter
    return watchdog
  }

  private func pump(_ stream: HTTP2Stream) {
    do throws(RequestError.Reason) {
      while isReady(stream), let (piece, isLast) = try stream.nextPiece() {
        let sent = channel.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenSuccess {
          // The stream may have ended while the piece waited for the server's window.
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

  /// Whether stdin has a piece for a stream; continues when it has. Other bodies are ready.
  private func isReady(_ stream: HTTP2Stream) -> Bool {
    guard let input = stream.input else { return true }
    let box = NIOLoopBound((self, stream), eventLoop: channel.eventLoop)
    let isReady = input.isReady { [loop = channel.eventLoop] in
      loop.execute {
        let (connection, stream) = box.value
        if connection.streams[stream.id] != nil { connection.pump(stream) }
      }
    }
    stream.exchange.waitsForInput = !isReady
    return isReady
  }

  func write(
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
    case .goAway(let last, _, _):
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
      if let head { try stream.exchange.receive(head, isKeptAlive: true) }
      if section.endStream { end(stream, stream.state.end) }
    } catch {
      end(stream, .fail(error, error.resetCode))
    }
  }

  private func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
    guard case .byteBuffer(let piece) = data.data else { return }
    // RFC 9113 §6.1: padding and the byte with its length count toward the window too.
    let weight = piece.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
    guard let stream = streams[id] else { return }
    stream.watchdog.touch()
    do throws(RequestError.Reason) {
      try stream.receive(piece)
      // The sink may have blocked, which does not count toward the timeout.
      stream.watchdog.touch()
      if data.endStream { return end(stream, stream.state.end) }
      if let more = stream.state.credit(for: weight) {
        write(id, .windowUpdate(windowSizeIncrement: more))
      }
    } catch {
      end(stream, .fail(error, error.resetCode))
    }
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
    // In large steps, to send few frames.
    guard window < Self.window / 2, !isExtending else { return }
    // The frame waits while the socket is full, and the window is not extended until it is sent.
    isExtending = true
    let sent = channel.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in self.isExtending = false }
    write(.rootStream, .windowUpdate(windowSizeIncrement: Self.window - window), promise: sent)
  }

  func retire() {
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
    closeChannel()
    retire()
    owner.didClose(self)
  }
}

/// The limits of a connection. The library's limits against floods are meant for servers; a client
/// has chosen its peer, and a busy one may refuse many streams.
private enum HTTP2Limits {
  /// Control frames, and resets, that a server may send. For each the library reserves 8 bytes per
  /// connection.
  private static let framesPerSecond = 1000

  static var connection: NIOHTTP2Handler.ConnectionConfiguration {
    var limits = NIOHTTP2Handler.ConnectionConfiguration()
    limits.initialSettings = [
      HTTP2Setting(parameter: .enablePush, value: 0),
      HTTP2Setting(parameter: .initialWindowSize, value: HTTP2StreamState.window),
      // The same limit as for HTTP/1.1.
      HTTP2Setting(parameter: .maxHeaderListSize, value: HeaderSection.maximumBytes),
    ]
    // Lengths are checked where the request's method is known.
    limits.contentLengthValidation = .disabled
    // Header sections of the advertised size in frames of 4 KiB.
    limits.maximumSequentialContinuationFrames = HeaderSection.maximumBytes / 4096
    limits.maximumSequentialEmptyDataFrames = 16
    // Data of a stream that was reset is still underway for a moment.
    limits.maximumRecentlyResetStreams = 256
    limits.controlFrameRateLimit.maximumCount = framesPerSecond
    limits.controlFrameRateLimit.windowLength = .seconds(1)
    return limits
  }

  static var stream: NIOHTTP2Handler.StreamConfiguration {
    var limits = NIOHTTP2Handler.StreamConfiguration()
    limits.streamResetFrameRateLimit.maximumCount = framesPerSecond
    limits.streamResetFrameRateLimit.windowLength = .seconds(1)
    return limits
  }
}
