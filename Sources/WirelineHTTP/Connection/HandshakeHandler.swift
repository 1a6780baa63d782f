import NIOCore
import NIOTLS

/// Tells when TLS stands, or why it does not, and then leaves the pipeline.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let promise: EventLoopPromise<OpenedChannel>

  init(_ promise: EventLoopPromise<OpenedChannel>) { self.promise = promise }

  var done: EventLoopFuture<OpenedChannel> { promise.futureResult }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let agreed) = event {
      let channel = context.channel
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
      promise.succeed(OpenedChannel(channel: channel, speaksHTTP2: agreed == "h2"))
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
