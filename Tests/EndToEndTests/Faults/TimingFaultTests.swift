import TestSupport
import Testing

/// Slow and silent servers.
@Suite struct TimingFaultTests {
  private static let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8)
  private static let slow = Duration.milliseconds(10)

  @Test(arguments: [
    FaultCase("silence", .idle, 28, "timeout"),
    FaultCase(
      "silence within the head", .steps(.write(Array(head.prefix(20))), .idle), 28, "timeout"),
    FaultCase("silence within the body", .steps(.write(head + [120]), .idle), 28, "timeout"),
    FaultCase("silence within a chunk", .steps(.write(Array(chunk.utf8)), .idle), 28, "timeout"),
    FaultCase("silence after an interim response", .steps(.write(interim), .idle), 28, "timeout"),
  ])
  func timesOutOnSilenceAtAnyPoint(fault: FaultCase) throws {
    let record = try fault.expect("--timeout", "80ms")

    #expect(record["error"]?["retryable"]?.boolean == true)
  }

  private static let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"
  private static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// A byte every 10 ms prevents the idle timeout but not the total limits.
  @Test(
    arguments: [
      FaultCase("a head in drips", .steps(.drip(head, bytes: 1, every: slow)), 28, ""),
      FaultCase(
        "a body in drips", .steps(.write(head), .drip(head + head, bytes: 1, every: slow)), 28, ""),
    ], [("--max-time", "timeout"), ("--deadline", "deadline")])
  func limitsSlowResponses(fault: FaultCase, limit: (option: String, code: String)) throws {
    let dripping = FaultCase(fault.testDescription, fault.script, fault.exit, limit.code)

    try dripping.expect("--timeout", "10s", limit.option, "100ms")
  }

  @Test(arguments: [("timeout_s", "timeout"), ("deadline_s", "deadline")])
  func silentRequestFreesItsJob(field: String, code: String) throws {
    let server = try LoopbackServer(["/silent": .idle, "/": "x"])
    let lines = [#"{"url":"\#(server.url("/silent"))","\#(field)":0.1}"#, server.url("/")]

    let result = try Tool("req")("-j", "1", "--retry", "0", stdin: .lines(lines + lines))

    let records = result.expect(exit: 1).records(as: .response)
    #expect(records.map(\.code) == [code, nil, code, nil])
  }

  /// The server reads nothing, so the buffers fill up.
  @Test func timesOutOnStalledUpload() throws {
    let server = try LoopbackServer(readsBodies: false) { _ in .steps(.pause(.limit)) }
    let req = try Tool("req")
    try req.sandbox.write("body", [UInt8](repeating: 120, count: 16 << 20))

    let result = try req(
      "--timeout", "100ms", "--retry", "0", "POST", server.url("/"), "--data-binary", "@body")

    result.expect(exit: 28)
    server.stop()
  }

  /// TLS handshake and `CONNECT` count toward the connect timeout.
  @Test(arguments: [true, false])
  func timesOutOnStalledHandshake(throughProxy: Bool) throws {
    let silent = try LoopbackServer(greeting: .idle) { _ in "" }
    let options = ["--connect-timeout", "100ms", "--retry", "0"]
    let url = "https://127.0.0.1:\(silent.port)/"

    let result = try Tool("req").run(
      throughProxy ? options + ["--proxy", silent.url, "https://h.test/"] : options + [url])

    result.expect(exit: 28).expect(says: "connection")
  }
}
