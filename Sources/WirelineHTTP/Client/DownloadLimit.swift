import NIOCore
import WirelineRequests

/// Keeps the bytes that all connections receive within a rate. Runs on the loop.
final class DownloadLimit {
  private var budget: TransferBudget
  private let loop: any EventLoop

  /// - Parameter bytesPerSecond: above 0.
  init(bytesPerSecond: Int, on loop: any EventLoop) {
    budget = TransferBudget(bytesPerSecond: bytesPerSecond)
    self.loop = loop
  }

  /// Limits a connection.
  func install(on channel: any Channel) throws -> ReadLimiter {
    let limiter = ReadLimiter(self)
    let size = budget.pieceBytes
    try channel.pipeline.syncOperations.addHandler(limiter, position: .first)
    try channel.syncOptions?.setOption(
      .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: size))
    // By default NIO reads up to four times before it asks the handlers again.
    try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    return limiter
  }

  fileprivate func didReceive(_ bytes: Int) { budget.spend(bytes, at: .now) }

  /// Runs an action once further bytes may be received.
  ///
  /// - Returns: the scheduled action; nil if it has run.
  fileprivate func whenReadable(_ action: @escaping () -> Void) -> Scheduled<Void>? {
    run(after: budget.wait(at: .now), action)
  }

  /// Runs an action that ends a request whose bytes have been received. SwiftNIO reads the rest at
  /// once if the server closes the connection, so the next request waits here.
  ///
  /// - Parameter deadline: of the request; nil without one.
  func whenEnding(by deadline: NIODeadline?, _ action: @escaping () -> Void) {
    let wait = budget.waitForEnd(at: .now)
    _ = run(after: deadline.map { min(Duration($0 - .now()), wait) } ?? wait, action)
  }

  private func run(
    after wait: Duration, _ action: @escaping () -> Void
  ) -> Scheduled<Void>? {
    if wait > .zero { return loop.assumeIsolated().scheduleTask(in: TimeAmount(wait), action) }
    action()
    return nil
  }
}

/// Delays the reads of a connection. The buffer of its socket fills meanwhile, so that the server
/// waits. The first handler of the pipeline.
final class ReadLimiter: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  private let limit: DownloadLimit
  private var delayed: Scheduled<Void>?
  private var lastRead = NIODeadline.now()

  init(_ limit: DownloadLimit) { self.limit = limit }

  /// The last time at which the server had no reason to wait. The idle time of an HTTP/2 stream is
  /// measured from here, because the rate may have been spent on other streams.
  var lastProgress: NIODeadline { delayed == nil ? lastRead : .now() }

  func read(context: ChannelHandlerContext) {
    // The delayed read serves this request too.
    if delayed != nil { return }
    delayed = limit.whenReadable { [self] in
      delayed = nil
      lastRead = .now()
      context.read()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastRead = .now()
    limit.didReceive(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    // The task would use the context of a handler that is not in the pipeline any more.
    delayed?.cancel()
    delayed = nil
  }
}
