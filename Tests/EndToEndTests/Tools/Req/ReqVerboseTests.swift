import TestSupport
import Testing

/// Details of requests: `-v`, timing, effective options and errors.
@Suite struct ReqVerboseTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  @Test func showsAddress() throws {
    let server = try LoopbackServer(["/": "ok"])

    let result = try req("-v", server.url("/")).expect(exit: 0)

    result.expect(says: "  Address: 127.0.0.1:\(server.port)\n")
  }

  @Test func showsReplayedExchange() throws {
    let server = try LoopbackServer(["/": .ok("text", headers: ["X-A": "b"])])
    try req("--record", "tape", server.url("/")).expect(exit: 0)

    let single = try req("-v", "--replay", "tape", server.url("/")).expect(exit: 0)
    let stream = try req.run(["-v", "--replay", "tape"], stdin: .lines([server.url("/")]))

    #expect(single.text == "text" && server.requestCount == 1)
    for result in [single, stream] {
      result.expect(says: "URL: \(server.url("/"))", "Status: 200", "Source: replay", "x-a: b")
    }
    #expect(!single.messages.contains("Data:"))
    stream.expect(says: "  Data:\n    text\n")
  }

  @Test func recordsTiming() throws {
    let server = try LoopbackServer(["/": "ok"])
    let url = server.url("/").replacing("127.0.0.1", with: "localhost")

    let record = try #require(
      try req("--format", "jsonl", url).expect(exit: 0).records(as: .response).first)

    let timing = try #require(record["timing"])
    let (name, connect) = (timing["dns_ms"]?.number, timing["connect_ms"]?.number)
    #expect(name != nil && connect != nil)
    #expect(timing["tls_ms"] == nil)
    #expect(timing["remote_address"]?.string == "127.0.0.1")
    #expect(timing["remote_port"]?.integer == server.port)
  }

  @Test func reusedConnectionHasNoTiming() throws {
    let server = try LoopbackServer { _ in "ok" }
    let lines = ToolInput.lines((0..<3).map { server.url("/\($0)") })

    let records = try req.run(["--jobs", "1"], stdin: lines).expect(exit: 0)
      .records(as: .response)

    #expect(server.connectionCount == 1)
    #expect(records.map { $0["timing"]?["connect_ms"] != nil } == [true, false, false])
  }

  @Test func masksOnlyCredentials() throws {
    try req("POST", "http://127.0.0.1:1/", "photo@").expect(exit: 2)
      .expect(says: "invalid request item \"photo@\"")
    let shown = try req("--dry-run", "http://h.test/?appid=s3cret&q=paris").expect(exit: 0)
    #expect(shown.text.contains("appid=REDACTED&q=paris") && !shown.text.contains("s3cret"))
  }

  @Test func reportsWholeErrorObject() throws {
    let body = #"{"code":"4036","message":"Lookup Not Found"}"#
    let server = try LoopbackServer { _ in .ok(json: body) }

    let one = try req("--error-if", "/code", server.url("/")).expect(exit: 22)
    let record = try #require(
      try req("--format", "jsonl", "--error-if", "/code", server.url("/")).records(as: .response)
        .first)

    one.expect(says: "the response reports an error at \"/code\": 4036: Lookup Not Found")
    #expect(record["error"]?["detail"]?.text == body)
    #expect(record["error"]?["message"]?.string?.hasSuffix("4036: Lookup Not Found") == true)
  }
}
