import NIOCore
import NIOPosix
import Synchronization
import WirelineCore
internal import WirelineRequests

/// The event loop and what lives on it: connections, names, the TLS context.
final class HTTPEngine: Sendable {
  let loop: any EventLoop
  private let state: NIOLoopBoundBox<Connections>

  init(_ configuration: HTTPClientConfiguration) {
    let loop = Self.startLoop()
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

  /// Starts the event loop on a thread of our own: SwiftNIO traps if it gets no thread.
  private static func startLoop() -> any EventLoop {
    let started = StartedLoop()
    BlockingThread.startOrEnd {
      SystemFault.endWithoutEventLoop()
      MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { started.set($0) }
    }
    return started.wait()
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

/// The event loop of a thread that has just been started.
private final class StartedLoop: Sendable {
  private let loop = Mutex<(any EventLoop)?>(nil)
  private let isSet = ThreadSemaphore()

  func set(_ started: any EventLoop) {
    loop.withLock { $0 = started }
    isSet.signal()
  }

  func wait() -> any EventLoop {
    while true {
      isSet.wait()
      if let loop = loop.withLock({ $0 }) { return loop }
    }
  }
}
