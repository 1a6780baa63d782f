import NIOCore
import NIOExtras
import NIOHTTP1
import NIOSOCKS
import WirelineCore

/// Through a proxy to an origin server.
enum ProxyTunnel {
  /// `CONNECT host:port`, RFC 9110 §9.3.6.
  static func connect(
    _ channel: any Channel, to url: RequestURL, proxy: RequestURL
  ) -> EventLoopFuture<any Channel> {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    var headers = HTTPHeaders()
    if let credentials = proxy.basicCredentials {
      headers.add(name: "Proxy-Authorization", value: credentials)
    }
    let encoder = HTTPRequestEncoder()
    let decoder = ByteToMessageHandler(
      HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes))
    let handler = NIOHTTP1ProxyConnectHandler(
      targetHost: url.isIPv6 ? "[\(url.host)]" : url.host, targetPort: url.port, headers: headers,
      deadline: .now() + .minutes(5), promise: opened)
    let pipeline = channel.pipeline.syncOperations
    do {
      try pipeline.addHandlers([encoder, decoder, handler])
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return opened.futureResult.assumeIsolated()
      .flatMap { pipeline.removeHandler(decoder) }
      .flatMap { pipeline.removeHandler(encoder) }
      .map { channel }
      .flatMapErrorThrowing { error in throw refusal(error) }
      .nonisolated()
  }

  private static func refusal(_ error: any Error) -> any Error {
    switch error {
    case let error as NIOHTTP1ProxyConnectHandler.Error:
      return RequestError.Reason.connect(address: "the proxy", detail: "\(error)")
    default: return error
    }
  }

  /// SOCKS version 5, RFC 1928; the proxy resolves the name.
  static func socks(_ channel: any Channel, to url: RequestURL) -> EventLoopFuture<any Channel> {
    let client = SOCKSClientHandler(targetAddress: .domain(url.host, port: url.port))
    let done = SOCKSEstablished(channel.eventLoop.makePromise(of: (any Channel).self))
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

/// Waits for the SOCKS handshake and leaves the pipeline.
private final class SOCKSEstablished: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  let promise: EventLoopPromise<any Channel>

  init(_ promise: EventLoopPromise<any Channel>) { self.promise = promise }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is SOCKSProxyEstablishedEvent {
      let channel = context.channel
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
      promise.succeed(channel)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
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
