import NIOCore
import NIOSOCKS
import WirelineRequests

enum ProxyTunnel {
  /// `CONNECT host:port`, RFC 9110 §9.3.6.
  static func connect(
    _ channel: any Channel, to url: RequestURL, proxy: RequestURL
  ) -> EventLoopFuture<any Channel> {
    let handler = ConnectHandler(
      to: url, proxy: proxy, promise: channel.eventLoop.makePromise(of: (any Channel).self))
    let tunnel = handler.promise.futureResult
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(handler)
    }.flatMap { tunnel }
  }

  /// SOCKS version 5, RFC 1928; the proxy resolves the name.
  static func socks(_ channel: any Channel, to url: RequestURL) -> EventLoopFuture<any Channel> {
    let client = SOCKSClientHandler(targetAddress: .domain(url.host, port: url.port))
    let done = EventHandler(channel.eventLoop.makePromise(of: (any Channel).self)) {
      $0 is SOCKSProxyEstablishedEvent ? $1 : nil
    }
    do {
      try channel.pipeline.syncOperations.addHandlers([client, done])
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return done.promise.futureResult.assumeIsolated()
      .flatMap { channel in
        channel.pipeline.syncOperations.removeHandler(client).map { channel }
      }.nonisolated()
  }
}

/// Requests a tunnel from an HTTP proxy, then leaves the pipeline.
private final class ConnectHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let promise: EventLoopPromise<any Channel>
  private let url: RequestURL
  private let proxy: RequestURL
  private var section = HeaderSection()

  init(to url: RequestURL, proxy: RequestURL, promise: EventLoopPromise<any Channel>) {
    self.url = url
    self.proxy = proxy
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    var request = ByteBuffer()
    RequestWire.writeConnect(to: url, proxy: proxy, to: &request)
    context.writeAndFlush(wrapOutboundOut(request), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    var offset = 0
    do throws(RequestError.Reason) {
      let status = try status(buffer, &offset)
      guard let status else { return }
      guard (200..<300).contains(status) else { throw .proxyRefused(status: status) }
      // In TLS, the client sends first.
      guard offset == buffer.readableBytes else {
        throw .protocolViolation("the proxy sent data before the client")
      }
      let channel = context.channel
      // Before the promise, whose callbacks add the handlers of TLS or HTTP.
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
      promise.succeed(channel)
    } catch {
      promise.fail(error)
      context.close(promise: nil)
    }
  }

  private func status(
    _ buffer: ByteBuffer, _ offset: inout Int
  ) throws(RequestError.Reason) -> Int? {
    try buffer.withUnsafeReadableBytes { piece throws(RequestError.Reason) in
      try section.read(piece, from: &offset) { lines throws(RequestError.Reason) in
        try HeadParser.parse(lines).status
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(
      RequestError.Reason.connect(
        address: proxy.authority, detail: "the proxy closed the connection"))
    context.fireChannelInactive()
  }
}

/// Completes the promise at an event of another handler, then leaves the pipeline.
final class EventHandler<Value: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  let promise: EventLoopPromise<Value>
  private let value: (_ event: Any, any Channel) -> Value?

  /// - Parameter value: returns nil for other events.
  init(_ promise: EventLoopPromise<Value>, _ value: @escaping (Any, any Channel) -> Value?) {
    self.promise = promise
    self.value = value
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let value = value(event, context.channel) {
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
      promise.succeed(value)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
