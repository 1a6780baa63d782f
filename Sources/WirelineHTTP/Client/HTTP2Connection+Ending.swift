import NIOCore
import NIOHTTP2
import WirelineRequests

/// The ends of streams and of the connection.
extension HTTP2Connection {
  /// Ends a stream that is still open.
  func end(_ stream: HTTP2Stream, _ end: HTTP2StreamState.End) {
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
    // Behind others, a busy server may refuse it as often as it likes. A connection that has served
    // others is no loss; a new one costs most.
    let cost = isRefused ? (hadOthers ? 0 : 1) : (completedCount > 0 ? 2 : 5)
    guard exchange.restart(cost: cost, isAlone: how == .alone) else {
      return exchange.fail(isRefused ? .reset(HTTP2ErrorCode.refusedStream.name) : .noResponse)
    }
    owner.run(exchange)
  }

  // In the order of the requests, because resent requests are started in this order.
  var sortedStreams: [HTTP2Stream] { streams.values.sorted { $0.id < $1.id } }

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

  /// Ends a stream whose head could not be sent.
  func end(_ stream: HTTP2Stream, afterUnsent error: any Error) {
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
    endAll(.closed)
    context.fireChannelInactive()
  }
}
