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
    let state = NIOLoopBoundBox<Connections>.makeBoxSendingValue(
      Connections(configuration, on: loop), eventLoop: loop)
    self.state = state
    DescriptorShortage.setRelief {
      if loop.inEventLoop { return state.value.closeOldestIdle() }
      loop.execute { _ = state.value.closeOldestIdle() }
      return nil
    }
  }

  deinit {
    // Connections and their owner hold one another.
    loop.execute { [state] in state.value.close() }
  }

  /// See `RequestClient.prepare`; on the loop.
  func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool {
    loop.assertInEventLoop()
    return state.value.prepare(url, ready: ready)
  }

  /// Begins an exchange; on the loop.
  func start(_ exchange: HTTPExchange) {
    loop.assertInEventLoop()
    state.value.run(exchange)
  }
}
