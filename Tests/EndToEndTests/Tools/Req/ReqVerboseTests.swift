import TestSupport
import Testing

/// Details of requests: `-v`, timing, effective options and errors.
@Suite struct ReqVerboseTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

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
}
