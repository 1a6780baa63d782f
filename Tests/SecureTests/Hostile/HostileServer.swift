import NIOCore
import TestSupport

/// An HTTP/2 server that plays a scenario.
struct HostileServer {
  private let secure: SecureServer
  private let log: Monitor<HostileLog>

  init(_ certificate: TestCertificate, _ scenario: HostileScenario) throws {
    let log = Monitor(HostileLog())
    self.log = log
    secure = try SecureServer(certificate, protocols: ["h2"]) { pipeline, _, number in
      try pipeline.addHandler(HostileConnection(number, scenario, log))
    }
  }

  func url(_ path: String) -> String { secure.url(path) }

  var connectionCount: Int { secure.handshakeCount }

  /// The number of times that the body of a POST was received and not declared unprocessed, by
  /// path.
  var posts: [String: Int] { log.withLock { $0.posts } }
}

struct HostileLog: Sendable {
  var posts: [String: Int] = [:]
  /// Whether the steps were performed on any connection.
  var isPlayed = false
}
