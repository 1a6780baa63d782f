package import Testing

/// A scripted HTTP server on 127.0.0.1, on raw sockets so that it can also lie.
///
///     let server = try LoopbackServer { request in .ok(json: #"{"a":1}"#) }
///     let server = try LoopbackServer(["/a": "text", "/b": .sequence(.status(503), "at last")])
///
/// A server that nobody asked fails its test when it goes, since the test then proved nothing; one
/// made with `expectsNoRequest` fails it if so much as a connection was opened.
package final class LoopbackServer: Sendable {
  private let core: ServerCore
  private let expectsNoRequest: Bool
  private let sourceLocation: SourceLocation

  /// - Parameters:
  ///   - expectsNoRequest: the test is that nobody comes.
  ///   - readsBodies: the body is read before the script plays; if not, `Step.readBody` does it.
  ///   - greeting: played on each connection before anything is read.
  package init(
    expectsNoRequest: Bool = false, readsBodies: Bool = true, greeting: Script? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ answer: @escaping @Sendable (ServedRequest) -> Script
  ) throws {
    core = try ServerCore(readsBodies: readsBodies, greeting: greeting, answer: answer)
    self.expectsNoRequest = expectsNoRequest
    self.sourceLocation = sourceLocation
    try core.start()
  }

  /// - Parameter routes: path (without the query) → script; `*` stands for all others, else 404.
  package convenience init(
    _ routes: [String: Script], expectsNoRequest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(expectsNoRequest: expectsNoRequest, sourceLocation: sourceLocation) { request in
      routes[request.path] ?? routes["*"] ?? .status(404, "no route for \(request.path)")
    }
  }

  /// A server that must not be asked.
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
      Issue.record("the server was never asked", sourceLocation: sourceLocation)
    }
  }

  package var port: Int { core.port }
  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var url: String { "http://127.0.0.1:\(core.port)" }

  package func url(_ path: String) -> String { url + path }

  /// What was asked, in order.
  package var requests: [ServedRequest] { core.log.withLock { $0.requests } }
  /// The targets of what was asked, in order.
  package var targets: [String] { requests.map(\.target) }
  package var requestCount: Int { core.log.withLock { $0.requests.count } }
  /// How many connections were opened.
  package var connectionCount: Int { core.log.withLock { $0.connections } }
  /// The most connections that were open at once.
  package var peakConnections: Int { core.log.withLock { $0.peakOpen } }
  /// The most requests that were under way at once.
  package var peakRequests: Int { core.log.withLock { $0.peakUnderWay } }

  /// Waits until it was asked `count` times.
  ///
  /// - Returns: false if it was not in time.
  package func waitForRequests(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    core.log.wait(within: limit) { $0.requests.count >= count }
  }

  /// Waits until so many connections were opened, whether or not anything was asked.
  ///
  /// - Returns: false if they were not in time.
  package func waitForConnections(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    core.log.wait(within: limit) { $0.connections >= count }
  }

  /// Waits until at least one client has come, and all have gone.
  package func waitForDisconnection(within limit: Duration = .seconds(10)) -> Bool {
    core.log.wait(within: limit) { $0.connections > 0 && $0.open.isEmpty }
  }

  /// Stops listening and breaks what is open: from now on connections are refused.
  package func stop() { core.stop() }
}
