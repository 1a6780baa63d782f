import TestSupport
import Testing

/// Servers that take their time, or never say a word.
@Suite struct TimingFaultTests {
  private static let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8)
  private static let slow = Duration.milliseconds(10)

  @Test(arguments: [
    FaultCase("silence", .idle, 28, "timeout"),
    FaultCase(
      "silence inside the head", .steps(.write(Array(head.prefix(20))), .idle), 28, "timeout"),
    FaultCase("silence behind the head", .steps(.write(head), .idle), 28, "timeout"),
    FaultCase("silence inside the body", .steps(.write(head + [120]), .idle), 28, "timeout"),
    FaultCase(
      "silence inside a chunk", .steps(.write(Array(chunk.utf8)), .idle), 28, "timeout"),
    FaultCase(
      "silence after an interim answer", .steps(.write(interim), .idle), 28, "timeout"),
  ])
  func silenceAtAnyPlaceIsATimeOut(fault: FaultCase) throws {
    let record = try fault.expect("--timeout", "80ms")

    #expect(record["error"]?["retryable"]?.boolean == true)
  }

  private static let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"
  private static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// A byte every 10 ms is no silence; the time for an attempt, or for all, is over all the same.
  @Test(
    arguments: [
      FaultCase("a head in drips", .steps(.drip(head, bytes: 1, every: slow)), 28, ""),
      FaultCase(
        "a body in drips", .steps(.write(head), .drip(head + head, bytes: 1, every: slow)), 28, ""),
    ], [("--max-time", "timeout"), ("--deadline", "deadline")])
  func dripsDoNotGoOnForEver(fault: FaultCase, limit: (option: String, code: String)) throws {
    let dripping = FaultCase(fault.testDescription, fault.script, fault.exit, limit.code)

    try dripping.expect("--timeout", "10s", limit.option, "100ms")
  }

  @Test func dripsInTimeAreAWholeAnswer() throws {
    let server = try LoopbackServer { _ in
      .steps(
        .drip(
          Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8), bytes: 1,
          every: .milliseconds(5)))
    }

    #expect(try Tool("req")("--timeout", "5s", server.url("/")).expect(exit: 0).text == "ok")
  }

  @Test(arguments: [("timeout_s", "timeout"), ("deadline_s", "deadline")])
  func aSilentRequestFreesItsPlace(field: String, code: String) throws {
    let server = try LoopbackServer(["/silent": .idle, "/": "x"])
    let lines = [#"{"url":"\#(server.url("/silent"))","\#(field)":0.1}"#, server.url("/")]

    let result = try Tool("req")("-j", "1", "--retry", "0", stdin: .lines(lines + lines))

    let records = result.expect(exit: 1).records(as: .response)
    #expect(records.map(\.code) == [code, nil, code, nil])
  }

  @Test func silenceIsTriedAgainAsOftenAsAllowed() throws {
    let server = try LoopbackServer { request in request.number == 1 ? .idle : "back" }

    let record = try #require(
      try Tool("req")(
        "--timeout", "400ms", "--retry-delay", "1ms", stdin: .lines([server.url("/")])
      ).expect(exit: 0).records(as: .response).first)

    #expect(record["attempts"]?.integer == 2)
  }

  @Test func theDeadlineIsForAllAttemptsTogether() throws {
    let server = try LoopbackServer { _ in .idle }

    let result = try Tool("req")(
      "--timeout", "50ms", "--retry", "1000", "--retry-delay", "1ms", "--retry-max-delay", "1ms",
      "--deadline", "400ms", stdin: .lines([server.url("/")]))

    let record = try #require(result.expect(exit: 1).records(as: .response).first)
    #expect(["deadline", "timeout"].contains(record.code))
    #expect((2...8).contains(server.requestCount), "\(server.requestCount) attempts")
    #expect(result.elapsed < .seconds(5))
  }

  /// The server reads nothing: the buffers fill, and then nothing moves.
  @Test func anUploadThatIsNotTakenIsATimeOut() throws {
    let server = try LoopbackServer(readsBodies: false) { _ in .steps(.pause(.seconds(10))) }
    let req = try Tool("req")
    try req.sandbox.write("body", [UInt8](repeating: 120, count: 16 << 20))

    let result = try req(
      "--timeout", "100ms", "--retry", "0", "POST", server.url("/"), "--data-binary", "@body")

    result.expect(exit: 28)
    server.stop()
  }

  /// No greeting, no answer to `CONNECT`: all that comes before HTTP is the connection's time.
  @Test(arguments: [true, false])
  func aConnectionThatIsNeverReadyIsATimeOut(throughProxy: Bool) throws {
    let silent = try LoopbackServer(greeting: .idle) { _ in "" }
    let options = ["--connect-timeout", "100ms", "--retry", "0"]
    let url = "https://127.0.0.1:\(silent.port)/"

    let result = try Tool("req").run(
      throughProxy ? options + ["--proxy", silent.url, "https://h.test/"] : options + [url])

    result.expect(exit: 28).expect(says: "connection")
    #expect(result.elapsed < .seconds(5))
  }
}
