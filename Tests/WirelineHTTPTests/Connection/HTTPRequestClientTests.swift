import TestSupport
import Testing
import WirelineCore
import WirelineHTTP
import WirelineRequests

@Suite struct HTTPRequestClientTests {
  private let client: HTTPRequestClient

  /// Keeps idle connections open even if a busy machine delays a test.
  init() {
    var configuration = HTTPClientConfiguration()
    configuration.maximumIdleTime = .seconds(3600)
    client = HTTPRequestClient(configuration)
  }

  @Test func closesIdleConnection() async throws {
    let server = try LoopbackServer { .ok("\($0.number)") }
    var configuration = HTTPClientConfiguration()
    configuration.maximumIdleTime = .milliseconds(20)
    let client = HTTPRequestClient(configuration)

    _ = try await client.attempt(server.url("/"))

    #expect(server.waitForDisconnection())
    #expect(try await client.attempt(server.url("/")).text == "2")
    #expect(server.connectionCount == 2)
  }

  @Test func limitsIdleConnections() async throws {
    let server = try LoopbackServer { .ok("\($0.number)") }
    var configuration = HTTPClientConfiguration()
    configuration.maximumIdleTime = .seconds(3600)
    configuration.maximumIdleConnections = 2
    let client = HTTPRequestClient(configuration)
    func fetch(_ host: String) async throws {
      _ = try await client.attempt("http://\(host).localhost:\(server.port)/")
    }

    for host in ["a", "b", "c", "c", "b", "a"] { try await fetch(host) }

    // The connections to b and c are reused; the one to a was closed as the oldest.
    #expect(server.connectionCount == 4)
  }

  @Test(arguments: [
    Script.ok("x", headers: ["Connection": "close"]).closing(),
    Script.raw("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx"),
    Script.raw("HTTP/1.1 200 OK\r\n\r\nx"),
    // The second response belongs to no request.
    Script.raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\nunsolicited"),
  ])
  func doesNotReuseUnusableConnection(script: Script) async throws {
    let server = try LoopbackServer(["/": script])

    for _ in 0..<2 { #expect(try await client.attempt(server.url("/")).text == "x") }

    #expect(server.connectionCount == 2)
  }

  private static let unsolicited = Array(
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad".utf8)

  /// The second request starts on the event loop before it can read what the server has sent after
  /// the first response: another response, or the end of the connection.
  @Test(arguments: ["GET", "POST"], [Step.write(unsolicited), .halfClose])
  func checksConnectionBeforeReuse(method: String, end: Step) async throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number == 1
        ? .steps(.answer(ServedResponse(body: Array("1".utf8))), .gate(gate), end)
        : .ok("\(request.number)")
    }

    let attempt = try await client.attempts(server.url("/"), thenAtEnd: method) {
      gate.open()
      #expect(server.waitForResponses(1))
    }

    #expect(attempt.text == "2")
    #expect(server.requests.map(\.method) == ["GET", method])
    #expect(server.connectionCount == 2)
  }

  @Test func triesNextIdleConnection() async throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number == 3
        ? .steps(.answer(ServedResponse()), .gate(gate), .halfClose)
        : Script.ok("").afterRequests(2)
    }
    async let one = client.attempt(server.url("/"))
    async let other = client.attempt(server.url("/"))
    _ = try await (one, other)

    let attempt = try await client.attempts(server.url("/"), thenAtEnd: "POST") {
      gate.open()
      #expect(server.waitForResponses(3))
    }

    #expect(attempt.heads.map(\.status) == [200])
    #expect(Set(server.requests.suffix(2).map(\.connection)) == [1, 2])
    #expect(server.connectionCount == 2)
  }

  @Test(arguments: [("GET", true), ("PUT", true), ("POST", false)])
  func replacesLostIdleConnectionIfSafe(method: String, isSafe: Bool)
    async throws
  {
    // The server keeps the connection open, but closes it on the next request.
    let server = try LoopbackServer { $0.number == 2 ? .hangUp : .ok("\($0.number)") }

    _ = try await client.attempt(server.url("/"))
    let second = try await client.attempt(server.url("/"), method: method)

    #expect(second.text == (isSafe ? "3" : ""))
    #expect(second.reason == (isSafe ? nil : .noResponse))
    #expect(server.connectionCount == (isSafe ? 2 : 1))
  }

  @Test func readsResponseDuringUpload() async throws {
    let server = try LoopbackServer(readsBodies: false) { _ in
      .status(413, "too large").closing()
    }
    let body = RequestBody.bytes([UInt8](repeating: 0x78, count: 8 << 20), mediaType: nil)

    let attempt = try await client.attempt(server.url("/"), method: "POST", body: body)

    #expect(attempt.heads.map(\.status) == [413])
    #expect(attempt.text == "too large")
  }

  @Test func missingBodyFileFailsBeforeSending() async throws {
    let server = try LoopbackServer { _ in .ok("") }

    let attempt = try await client.attempt(
      server.url("/"), method: "PUT", body: .file(path: "/nowhere/at/all"))

    #expect(attempt.error?.isRequestSent == false)
    #expect(server.waitForDisconnection())
    #expect(server.requestCount == 0)
  }

  @Test func closesConnectionsWhenReleased() async throws {
    let server = try LoopbackServer { _ in .ok("x") }

    let attempt: CollectedAttempt
    do {
      let client = HTTPRequestClient()
      attempt = try await client.attempt(server.url("/"))
    }

    #expect(attempt.text == "x")
    #expect(server.waitForDisconnection())
  }
}
