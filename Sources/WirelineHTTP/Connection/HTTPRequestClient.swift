import NIOCore
import NIOPosix
import Synchronization
internal import WirelineCore
package import WirelineRequests

/// The `RequestClient` that opens sockets: HTTP/1.1, and HTTP/2 where an https
/// server chooses it, on SwiftNIO, one event loop.
///
/// Nothing starts before the first request: no thread, no resolver, no TLS.
package final class HTTPRequestClient: RequestClient {
  private let configuration: HTTPClientConfiguration
  private let engine = Mutex<HTTPEngine?>(nil)

  package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    self.configuration = configuration
  }

  package func start(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    let engine = running()
    if engine.loop.inEventLoop {
      engine.start(HTTPExchange(request, for: receiver))
    } else {
      engine.loop.execute { engine.start(HTTPExchange(request, for: receiver)) }
    }
  }

  package func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool {
    let engine = running()
    return engine.loop.inEventLoop ? engine.prepare(url, ready: ready) : true
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

/// What a client is told once for all requests.
package struct HTTPClientConfiguration: Sendable {
  package var tls = TLSTrust()
  package var proxies = ProxyRoutes()
  /// Addresses to use in the place of a look-up, by `host:port`.
  package var resolved: [String: [String]] = [:]
  /// Requests at once, by which it is decided how many names are resolved at once.
  package var jobs = 1
  /// The largest number of connections without a request.
  package var maximumIdleConnections = 32
  /// How long a connection stays open without a request: less than the time-out of most servers, so
  /// that few requests meet a connection that its server is about to close.
  package var maximumIdleTime = Duration.seconds(30)
  /// Whether https servers are asked for HTTP/2.
  package var offersHTTP2 = true
  /// Whether only addresses of the public internet are connected to.
  package var deniesPrivate = false
  /// A socket in the file system to connect to, whatever the URL's host.
  package var unixSocket: String?

  package init() {}
}
