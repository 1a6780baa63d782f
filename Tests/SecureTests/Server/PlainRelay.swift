import NIOCore
import NIOPosix
import NIOSSL

/// Passes what TLS has decrypted to a plain server, and its answer back.
final class PlainRelay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let port: Int
  private let closesQuietly: Bool
  private var server: (any Channel)?
  private var isConnecting = false
  private var held: [ByteBuffer] = []

  init(to port: Int, closesQuietly: Bool) {
    self.port = port
    self.closesQuietly = closesQuietly
  }

  /// Only when something was said: a handshake alone asks nobody.
  private func connect(_ context: ChannelHandlerContext) {
    if isConnecting { return }
    isConnecting = true
    let client = context.channel
    let quietly = closesQuietly
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AnswerRelay(to: client, quietly))
        }
      }
      .connect(host: "127.0.0.1", port: port).assumeIsolated()
      .whenSuccess { channel in
        self.server = channel
        for piece in self.held { channel.writeAndFlush(piece, promise: nil) }
        self.held = []
      }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let piece = unwrapInboundIn(data)
    connect(context)
    if let server { server.writeAndFlush(piece, promise: nil) } else { held.append(piece) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    server?.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// The way back.
private final class AnswerRelay: ChannelInboundHandler {
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
      // Below the TLS handler nobody says good-bye.
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
