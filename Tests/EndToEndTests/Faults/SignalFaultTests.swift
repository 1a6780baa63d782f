import Glibc
import TestSupport
import Testing

/// SIGINT, SIGTERM and SIGHUP in every phase of a request and of a stream.
@Suite struct SignalFaultTests {
  /// The phase in which the request waits.
  enum Phase: String, CaseIterable, Sendable {
    case connection, head, body, retry

    /// The server's script that makes the request wait.
    var script: Script {
      let start = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"
      return switch self {
      case .connection, .head: .idle
      case .body: .steps(.write(Array(start.utf8)), .idle)
      case .retry: .status(503, "busy")
      }
    }

    func arguments(_ server: LoopbackServer) -> [String] {
      // The server does not respond to the TLS handshake.
      let url = self == .connection ? "https://127.0.0.1:\(server.port)/" : server.url("/")
      return ["--connect-timeout", "60s", "--retry-delay", "60s", "--retry-max-delay", "60s", url]
    }
  }

  struct Signal: Sendable, CustomTestStringConvertible {
    let name: String
    let number: Int32
    var testDescription: String { name }

    static let all = [
      Signal(name: "INT", number: SIGINT), Signal(name: "TERM", number: SIGTERM),
      Signal(name: "HUP", number: SIGHUP),
    ]
  }

  /// Starts a server and a tool, and waits for the phase.
  private func start(
    _ phase: Phase, _ options: String...
  ) throws -> (server: LoopbackServer, live: LiveTool) {
    let server =
      phase == .connection
      ? try LoopbackServer(greeting: .idle) { _ in .idle }
      : try LoopbackServer { _ in phase.script }
    let live = try Tool("req").start(options + phase.arguments(server))
    switch phase {
    case .connection: #expect(server.waitForConnections(1))
    case .head, .body, .retry: #expect(server.waitForRequests(1))
    }
    return (server, live)
  }

  @Test(arguments: Phase.allCases, Signal.all.filter { $0.number != SIGHUP })
  func secondSignalExitsImmediately(phase: Phase, signal: Signal) throws {
    let (server, live) = try start(phase, "-o", "out")

    #expect(live.sendUntilEnd(signal.number))

    let result = try live.wait().expect(exit: 128 + signal.number)
    #expect(result.text == "")
    #expect(!live.sandbox.exists("out"))
    #expect(server.waitForDisconnection())
  }

  /// Opening a named pipe waits for its writer.
  @Test(arguments: [
    ["-d", "@in"], ["-b", "in"], ["--replay", "in"], ["--rows", "in", "-H", "a:{a}"],
  ])
  func oneSignalEndsWaitForWriter(options: [String]) throws {
    let req = try Tool("req")
    try req.sandbox.shell("mkfifo in").expect(exit: 0)
    let live = try req.start(options + ["http://127.0.0.1:9/"])
    #expect(live.waitUntilIdle())

    live.send(SIGTERM)

    #expect(live.hasEnded())
    live.send(SIGKILL)
    try live.wait().expect(exit: 143)
  }

  /// A closing terminal may send several.
  @Test(arguments: ToolUnderTest.networked)
  func repeatedHangupsCountAsOne(tool: ToolUnderTest) throws {
    let gate = try Gate()
    let trial = try Trial(tool) { tool.answer($0).behind(gate) }
    let server = try #require(trial.server)
    let live = try trial.start()
    live.write(trial.line(1) + "\n")
    #expect(server.waitForRequests(1))

    #expect(!live.sendUntilEnd(SIGHUP, within: .milliseconds(300)))
    gate.open()

    let records = try live.wait().expect(exit: 129).records(as: tool.shape)
    #expect(refs(records) == ["1"])
  }

  /// timeout(1) sends one signal and waits.
  @Test(arguments: Phase.allCases, Signal.all)
  func oneSignalSuffices(phase: Phase, signal: Signal) throws {
    let (server, live) = try start(phase)

    live.send(signal.number)

    #expect(live.hasEnded())
    live.send(SIGKILL)
    _ = try live.wait()
    server.stop()
  }

  @Test func respectsIgnoredSignal() throws {
    let gate = try Gate()
    let server = try LoopbackServer { _ in Script.ok("done").behind(gate) }
    let shell = Tool(path: "/bin/sh", in: try Sandbox())
    let live = try shell.start(["-c", "trap '' HUP; exec req \(server.url("/"))"])
    #expect(server.waitForRequests(1))

    for _ in 0..<3 { live.send(SIGHUP) }
    gate.open()

    #expect(try live.finish().expect(exit: 0).text == "done")
  }

  @Test(arguments: [SIGINT, SIGKILL]) func keepsPartialFileForResume(signal: Int32) throws {
    let server = try LoopbackServer { request in
      var response = ServedResponse(body: Array("0123456789".utf8))
      response.headers = [("ETag", "\"v\"")]
      if request.number == 1 {
        let head = "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\n01234"
        return .steps(.write(Array(head.utf8)), .idle)
      }
      response.status = 206
      response.body = Array("56789".utf8)
      response.headers.append(("Content-Range", "bytes 5-9/10"))
      return .answer(response)
    }
    let req = try Tool("req")
    let live = try req.start(["-C", "-", "-o", "out", server.url("/")])
    let hasPart = req.sandbox.waitForFile("out.part", bytes: 5)

    #expect(hasPart && live.sendUntilEnd(signal))
    #expect(!req.sandbox.exists("out"))
    try req("-C", "-", "-o", "out", server.url("/")).expect(exit: 0)

    #expect(try req.sandbox.text("out") == "0123456789")
    #expect(server.requests.last?[header: "range"] == "bytes=5-")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func signalCancelsRetry(signal: Int32) throws {
    let server = try LoopbackServer { $0.path == "/busy" ? .status(503, "busy") : "x" }
    let live = try Tool("req").start([
      "--retry-delay", "60s", "--retry-max-delay", "60s", "-j", "1",
    ])
    live.write([server.url("/x"), server.url("/busy"), ""].joined(separator: "\n"))
    #expect(live.readLine() != nil && server.waitForRequests(2))

    live.send(signal)

    let record = try Record(try #require(live.readLine()))
    #expect(record.code == "cancelled")
    #expect(record["error"]?["attempts"]?.integer == 1, "no second attempt")
    #expect(live.hasEnded())
    #expect(live.sendUntilEnd(signal))
    try live.wait().expect(exit: 128 + signal)
  }

  /// The pipe is full and has no reader.
  @Test func secondSignalEndsBlockedWrite() throws {
    let server = try LoopbackServer { _ in .ok(String(repeating: "x", count: 60_000)) }
    let live = try Tool("req").start()
    live.write(String(repeating: server.url("/") + "\n", count: 50))
    #expect(server.waitForRequests(10))

    #expect(live.sendUntilEnd(SIGTERM))

    try live.wait().expect(exit: 143)
  }
}
