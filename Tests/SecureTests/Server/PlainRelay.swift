import NIOCore
import NIOPosix
import NIOSSL

/// Relays decrypted data to a plain server, and its response back.
final class PlainRelay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let port: Int
  private let closesQuietly: Bool
  private var server: EventLoopFuture<any Channel>?

  init(to port: Int, closesQuietly: Bool) {
    self.port = port
    self.closesQuietly = closesQuietly
  }

  private func connect(_ context: ChannelHandlerContext) -> EventLoopFuture<any Channel> {
    let client = context.channel
    let quietly = closesQuietly
    return ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ResponseRelay(to: client, quietly))
        }
      }
      .connect(host: "127.0.0.1", port: port)
  }

  /// Connects with the first data: a handshake alone does not.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let piece = unwrapInboundIn(data)
    let server = server ?? connect(context)
    self.server = server
    server.whenSuccess { $0.writeAndFlush(piece, promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    server?.whenSuccess { $0.close(promise: nil) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

private final class ResponseRelay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let client: any Channel
  private let closesQuietly: Bool

  init(to client: any Channel, _ closesQuietly: Bool) {
    self.client = client
    self.closesQuietly = closesQuietly
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    client.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    let tls = try? client.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
    if closesQuietly, let tls {
      // Closes below the TLS handler, without close_notify.
      tls.close(promise: nil)
    } else {
      client.close(promise: nil)
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
