import NIOCore
import NIOPosix
import WirelineCore

/// The event loop and what lives on it: connections, names, the TLS context.
final class HTTPEngine: Sendable {
  let loop: any EventLoop
  private let state: NIOLoopBoundBox<Connections>

  init(_ configuration: HTTPClientConfiguration) {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    self.loop = loop
    state = .makeBoxSendingValue(Connections(configuration, on: loop), eventLoop: loop)
  }

  deinit {
    // Connections and their owner hold one another.
    loop.execute { [state] in state.value.close() }
  }

  /// Begins an exchange; on the loop.
  func start(_ exchange: HTTPExchange) {
    loop.assertInEventLoop()
    state.value.run(exchange)
  }
}
