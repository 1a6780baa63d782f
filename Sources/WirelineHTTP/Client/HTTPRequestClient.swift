import NIOCore
import NIOPosix
import Synchronization
import WirelineCore
package import WirelineRequests

/// The `RequestClient` that opens sockets: HTTP/1.1, or HTTP/2 if an https server chooses it, on
/// one SwiftNIO event loop.
///
/// Threads, resolver and TLS start with the first request.
package final class HTTPRequestClient: RequestClient {
  private let configuration: HTTPClientConfiguration
  private let engine = Mutex<HTTPEngine?>(nil)

  package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    self.configuration = configuration
  }

  package func start(_ request: consuming RequestAttempt, for receiver: any AttemptReceiver) {
    let engine = running()
    if engine.loop.inEventLoop {
      engine.start(HTTPExchange(request, for: receiver))
    } else {
      engine.loop.execute { [request] in engine.start(HTTPExchange(request, for: receiver)) }
    }
  }

  package func prepare(_ url: RequestURL, ready: @autoclosure () -> @Sendable () -> Void) -> Bool {
    let engine = running()
    // Only the loop may ask the pool. Elsewhere the attempt itself waits for the name.
    return engine.loop.inEventLoop ? engine.prepare(url, ready: ready()) : true
  }

  package func perform(_ body: @escaping @Sendable () -> Void) { running().loop.execute(body) }

  package func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void) {
    running().loop.scheduleTask(in: TimeAmount(wait), body)
  }

  private func running() -> HTTPEngine {
    engine.withLock { engine in
      if let engine { return engine }
      let started = HTTPEngine(configuration)
      engine = started
      return started
    }
  }
}

/// The event loop with its connections, resolver and TLS contexts.
final class HTTPEngine: Sendable {
  let loop: any EventLoop
  private let state: NIOLoopBoundBox<Connections>

  init(_ configuration: HTTPClientConfiguration) {
    let loop = Self.startLoop()
    self.loop = loop
    // The pool is not Sendable. It is created here, sent to the loop, and used only there: the box
    // traps otherwise.
    let state = NIOLoopBoundBox<Connections>.makeBoxSendingValue(
      Connections(configuration, on: loop) { opened, target, owner in
        opened.speaksHTTP2
          ? HTTP2Connection(opened, to: target, owner: owner)
          : HTTP1Connection(opened, to: target, owner: owner)
      }, eventLoop: loop)
    self.state = state
    // Called on the thread that runs out of descriptors. Only the loop can free one immediately.
    DescriptorShortage.setRelief {
      if loop.inEventLoop { return state.value.idle.closeOldest() }
      loop.execute { _ = state.value.idle.closeOldest() }
      return nil
    }
  }

  /// Starts the event loop on our own thread: SwiftNIO traps if it cannot create one.
  private static func startLoop() -> any EventLoop {
    let loop = Mutex<(any EventLoop)?>(nil)
    let isSet = ThreadSemaphore()
    DetachedThread.startOrExit {
      FatalSystemError.exitWithoutEventLoop()
      MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { started in
        loop.withLock { $0 = started }
        isSet.signal()
      }
    }
    while true {
      isSet.wait()
      if let loop = loop.withLock({ $0 }) { return loop }
    }
  }

  deinit {
    // Connections and their owner retain each other.
    loop.execute { [state] in state.value.close() }
  }

  func prepare(_ url: RequestURL, ready: @autoclosure () -> @Sendable () -> Void) -> Bool {
    loop.assertInEventLoop()
    return state.value.prepare(url, ready: ready())
  }

  func start(_ exchange: HTTPExchange) {
    loop.assertInEventLoop()
    state.value.run(exchange)
  }
}
