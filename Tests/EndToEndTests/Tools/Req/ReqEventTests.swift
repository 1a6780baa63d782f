import Glibc
import TestSupport
import Testing

/// Event streams and NDJSON as records, with `--each` and `--select`.
@Suite struct ReqEventTests {
  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

  private static func events(_ steps: [Step], before end: Step) -> Script {
    .steps([.write(Array(head.utf8))] + steps + [end])
  }

  private static func event(_ data: String) -> Step { .write(Array("data: \(data)\n\n".utf8)) }

  /// Each event is printed while the server still holds the next one back.
  @Test(arguments: [true, false])
  func printsEventsAsTheyArrive(isStream: Bool) throws {
    let gate = try Gate()
    let server = try LoopbackServer { _ in
      Self.events([Self.event("1"), .gate(gate), Self.event("2")], before: .close)
    }
    let url = server.url("/")
    let words = ["--select", "/data"]
    let tool =
      try isStream
      ? Tool("req").start(words, stdin: .lines([url])) : Tool("req").start(words + [url])

    #expect(tool.readLine() == (isStream ? #"{"value":1,"ref":1,"rank":1}"# : "1"))
    gate.open()
    #expect(tool.readLine() == (isStream ? #"{"value":2,"ref":1,"rank":2}"# : "2"))
    try tool.finish().expect(exit: 0)
  }

  /// The first stream is printed immediately, the others in their place, or all with `--unordered`.
  @Test(arguments: [true, false])
  func keepsOrderOfRequests(isUnordered: Bool) throws {
    let (gate, isPrinted) = try (Gate(), Gate())
    let server = try LoopbackServer { request in
      request.path == "/1"
        ? Self.events([Self.event("1"), .awaitRequests(2), .gate(gate)], before: .close)
        : Self.events([.gate(isPrinted), Self.event("2")], before: .close)
    }
    let tool = try Tool("req").start(
      ["--select", "/data"] + (isUnordered ? ["--unordered"] : []),
      stdin: .lines([server.url("/1"), server.url("/2")]))

    #expect(tool.readLine() == #"{"value":1,"ref":1,"rank":1}"#)
    isPrinted.open()
    if !isUnordered { gate.open() }
    #expect(tool.readLine() == #"{"value":2,"ref":2,"rank":1}"#)
    gate.open()
    try tool.finish().expect(exit: 0)
  }

  /// `[DONE]` ends the stream although the server keeps the connection open. The body is incomplete
  /// then, so it is not cached.
  @Test func endsWithMark() throws {
    let server = try LoopbackServer { _ in
      Self.events([Self.event("1"), Self.event("[DONE]")], before: .idle)
    }
    let req = try Tool("req")

    for _ in 0..<2 {
      #expect(
        try req("--cache-ttl", "60", "--select", "/data", server.url("/")).expect(exit: 0).text
          == "1\n")
    }
    #expect(server.requestCount == 2)
  }

  /// A signal ends an endless stream at its next event, and a reader that exits does too.
  @Test(arguments: [true, false])
  func endsEndlessStream(bySignal: Bool) throws {
    let server = try LoopbackServer { _ in
      .answer(
        ServedResponse(
          headers: ["Content-Type": "application/x-ndjson"],
          body: Array(String(repeating: "{\"a\":1}\n", count: 1 << 20).utf8)),
        .drip(bytes: 64, every: .milliseconds(5)))
    }
    let tool = try Tool("req").start(["--each", ""], stdin: .lines([server.url("/")]))

    #expect(tool.readLine() != nil)
    if bySignal { tool.send(SIGTERM) } else { tool.closeOutput() }
    let result = try tool.finish()
    result.expect(exit: bySignal ? 143 : 0)
    if bySignal { #expect(result.text.contains(#""code":"cancelled""#)) }
  }

  /// Neither events nor an endless line take memory, even if the reader is slow.
  @Test func usesConstantMemory() throws {
    let event = "data: {\"n\":1,\"text\":\"\(String(repeating: "a", count: 100))\"}\n\n"
    let peak = try [2000, 100_000].map { count in
      let body = Array(String(repeating: event, count: count).utf8)
      let server = try LoopbackServer { _ in .ok(body, type: "text/event-stream") }
      let result = try Tool("req")(
        "--each", "", stdin: .lines([server.url("/")]), stdout: .counted, measuresMemory: true)
      #expect(result.expect(exit: 0).stdoutLines == count)
      return result.ending.peakBytes
    }
    #expect(peak[1] - peak[0] < 16 << 20, "\(peak)")
  }
}
