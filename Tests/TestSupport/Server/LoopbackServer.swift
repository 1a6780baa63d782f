package import Testing

/// A scripted HTTP server on 127.0.0.1. Uses raw sockets to send invalid responses too.
///
///     let server = try LoopbackServer { request in .ok(json: #"{"a":1}"#) }
///     let server = try LoopbackServer(["/a": "text", "/b": .sequence(.status(503), "at last")])
///
/// A server without connections fails its test, which proved nothing. A server with
/// `expectsNoRequest` fails its test if a connection was opened.
package final class LoopbackServer: Sendable {
  private let core: ServerCore
  private let expectsNoRequest: Bool
  private let sourceLocation: SourceLocation

  /// - Parameters:
  ///   - expectsNoRequest: whether the test fails if a client connects.
  ///   - readsBodies: whether to read a body before its script; otherwise `Step.readBody` does.
  ///   - greeting: performed on each connection before the first request.
  package init(
    expectsNoRequest: Bool = false, readsBodies: Bool = true, greeting: Script? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ respond: @escaping @Sendable (ServedRequest) -> Script
  ) throws {
    core = try ServerCore(readsBodies: readsBodies, greeting: greeting, respond: respond)
    self.expectsNoRequest = expectsNoRequest
    self.sourceLocation = sourceLocation
    try core.start()
  }

  /// - Parameter routes: scripts by path without query; `*` matches all others, which otherwise get
  ///   404.
  package convenience init(
    _ routes: [String: Script], expectsNoRequest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(expectsNoRequest: expectsNoRequest, sourceLocation: sourceLocation) { request in
      routes[request.path] ?? routes["*"] ?? .status(404, "no route for \(request.path)")
    }
  }

  /// A server that must not receive connections.
  package static func forbidden(sourceLocation: SourceLocation = #_sourceLocation) throws
    -> LoopbackServer
  {
    try LoopbackServer([:], expectsNoRequest: true, sourceLocation: sourceLocation)
  }

  deinit {
    core.stop()
    let connections = core.log.withLock { $0.connections }
    if expectsNoRequest, connections > 0 {
      Issue.record("\(connections) connections were opened", sourceLocation: sourceLocation)
    } else if !expectsNoRequest, connections == 0 {
      Issue.record("the server received no connection", sourceLocation: sourceLocation)
    }
  }

  package var port: Int { core.port }
  /// `http://127.0.0.1:PORT`, without a trailing slash.
  package var url: String { "http://127.0.0.1:\(core.port)" }

  package func url(_ path: String) -> String { url + path }

  /// The requests in order.
  package var requests: [ServedRequest] { core.log.withLock { $0.requests } }
  /// The targets of the requests in order.
  package var targets: [String] { requests.map(\.target) }
  package var requestCount: Int { core.log.withLock { $0.requests.count } }
  /// The number of connections that were opened.
  package var connectionCount: Int { core.log.withLock { $0.connections } }
  /// The maximum number of simultaneous connections.
  package var peakConnections: Int { core.log.withLock { $0.peakOpen } }
  /// The maximum number of simultaneous requests.
  package var peakRequests: Int { core.log.withLock { $0.peakActive } }

  /// Waits for `count` requests in total.
  ///
  /// - Returns: false if they do not arrive in time.
  package func waitForRequests(_ count: Int, within limit: Duration = .limit) -> Bool {
    core.log.wait(within: limit) { $0.requests.count >= count }
  }

  /// Waits until the server has handled `count` requests in total.
  ///
  /// - Returns: false if it does not in time.
  package func waitForResponses(_ count: Int) -> Bool {
    core.log.wait { $0.answered >= count }
  }

  /// Waits for `count` connections in total, with or without requests.
  ///
  /// - Returns: false if they are not opened in time.
  package func waitForConnections(_ count: Int) -> Bool {
    core.log.wait { $0.connections >= count }
  }

  /// Waits until a client has connected and all clients have disconnected.
  package func waitForDisconnection() -> Bool {
    core.log.wait { $0.connections > 0 && $0.open.isEmpty }
  }

  /// Stops listening and closes all connections. Later ones are refused.
  package func stop() { core.stop() }
}
