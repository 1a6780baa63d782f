import TestSupport
import Testing

/// `req --cache`: reusing responses, RFC 9111.
@Suite struct ReqCacheTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func fetch(_ arguments: String...) throws -> Record {
    let result = try req.run(["--format", "jsonl", "--retry", "0"] + arguments)
    return try #require(result.records(as: .response).first)
  }

  private func fresh(_ text: String, _ control: String = "max-age=3600") -> Script {
    .ok(text, headers: ["Cache-Control": control, "ETag": "\"\(text)\""])
  }

  @Test func reusesFreshResponse() throws {
    let server = try LoopbackServer(["/": fresh("a")])

    #expect(try fetch("--cache", server.url("/"))["source"]?.string == "network")
    let second = try fetch("--cache", server.url("/"))
    let plain = try req("--cache", server.url("/")).expect(exit: 0)

    #expect(second["source"]?.string == "cache")
    #expect(second["body"]?.string == "a")
    #expect(second["age_s"] != nil)
    #expect(plain.text == "a")
    #expect(server.requestCount == 1)
  }

  /// As with `| head`.
  @Test func doesNotStorePartlyReadResponse() throws {
    let body = String(repeating: "a", count: 4 << 20)
    let server = try LoopbackServer(["/": .ok(body, headers: ["Cache-Control": "max-age=60"])])
    let tool = try req.start(["--cache", server.url("/")], stdin: .empty)
    tool.closeOutput()
    try tool.finish().expect(exit: 0)

    #expect(try req("--cache", server.url("/")).expect(exit: 0).text.utf8.count == body.utf8.count)
    #expect(server.requestCount == 2)
  }

  @Test func revalidatesStaleResponseByTag() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == "\"a\""
        ? .steps(.answer(ServedResponse(status: 304, headers: ["ETag": "\"a\""])))
        : .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""])
    }

    _ = try fetch("--cache", server.url("/"))
    let second = try fetch("--cache", server.url("/"))

    #expect(second["source"]?.string == "revalidated")
    #expect(second["status"]?.integer == 200)
    #expect(second["body"]?.string == "a")
    #expect(server.requestCount == 2)
  }

  /// A cassette with a 304 or without the response could not be replayed.
  @Test func recordingBypassesCache() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""])
        : .steps(.answer(ServedResponse(status: 304, headers: ["ETag": "\"a\""])))
    }

    try req("--cache", server.url("/")).expect(exit: 0)
    try req("--cache", "--record", "tape.jsonl", server.url("/")).expect(exit: 0)
    let replayed = try req("--replay", "tape.jsonl", server.url("/")).expect(exit: 0)

    #expect(replayed.text == "a")
    #expect(server.requestCount == 2)
  }

  @Test func offlineSendsNoRequest() throws {
    let server = try LoopbackServer(["/": fresh("a", "max-age=0")])
    _ = try fetch("--cache", server.url("/"))

    #expect(try fetch("--offline", server.url("/"))["body"]?.string == "a")
    let miss = try req("--offline", "--format", "jsonl", server.url("/other")).expect(exit: 7)
    let record = try #require(miss.records(as: .response).first)
    #expect(record.code == "offline" && record["error"]?["attempts"] == nil)
    #expect(server.requestCount == 1)
  }

  @Test func streamSendsEqualRequestsOnce() throws {
    let server = try LoopbackServer(["/": fresh("a").after(.milliseconds(30))])
    let lines = (0..<20).map { _ in server.url("/") }

    let result = try req("--cache", "--per-host", "20", stdin: .lines(lines)).expect(exit: 0)

    let sources = result.records(as: .response).map { $0["source"]?.string ?? "" }
    #expect(sources.filter { $0 == "network" }.count == 1)
    #expect(sources.filter { $0 == "cache" }.count == 19)
    #expect(server.requestCount == 1)
  }

  @Test func recordMayEnableCache() throws {
    let server = try LoopbackServer(["/": "a"])
    let line = #"{"url":"\#(server.url("/"))","cache_ttl_s":60}"#

    for _ in 0..<2 { try req(stdin: .text(line + "\n")).expect(exit: 0) }

    #expect(server.requestCount == 1)
  }

  @Test func storesLargeBodiesAndFiles() throws {
    let body = String(repeating: "0123456789", count: 30_000)
    let server = try LoopbackServer([
      "/": .ok(body, headers: ["Cache-Control": "max-age=3600"])
    ])

    for name in ["one", "two"] { try req("--cache", "-o", name, server.url("/")).expect(exit: 0) }

    #expect(try req.sandbox.text("two") == body)
    #expect(server.requestCount == 1)
  }

  @Test func explainsDecisionAndPrintsSize() throws {
    let server = try LoopbackServer(["/": fresh("a")])
    let url = server.url("/")

    #expect(try req("--cache-explain", url).expect(exit: 0).text.contains("nothing is stored"))
    _ = try fetch("--cache", url)
    let why = try req("--cache-explain", url).expect(exit: 0).text
    #expect(why.contains("fresh: max-age=3600") && why.contains("RFC 9111"))
    #expect(try req("--cache-status").expect(exit: 0).text.contains(#""entries":1"#))
    let row = try req("--cache-status", "--format", "tsv", "--fields", "entries,limit")
    #expect(row.expect(exit: 0).lines.last == "1\t1073741824")
    try req("--cache-clear", url).expect(exit: 0)
    #expect(try req("--cache-status").expect(exit: 0).text.contains(#""entries":0"#))
  }

  @Test func doesNotStoreTruncatedResponse() throws {
    let server = try LoopbackServer([
      "/": .sequence(fresh("abcdef").cut(after: 3), fresh("abcdef"))
    ])

    try req("--cache", "--retry", "0", server.url("/")).expect(exit: 18)
    #expect(try req("--cache", server.url("/")).expect(exit: 0).text == "abcdef")
    #expect(server.requestCount == 2)
  }

  @Test func warnsOfStaleResponse() throws {
    let server = try LoopbackServer { request in
      request.hit == 1
        ? .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""]) : .status(503, "no")
    }
    let words = ["--stale-if-error", "1h", "--retry", "0", server.url("/?key=hidden")]
    try req.run(words).expect(exit: 0).expectSilence()

    let failing = try req.run(words).expect(exit: 0)
    server.stop()
    let unreachable = try req.run(words).expect(exit: 0)

    #expect(failing.text == "a" && unreachable.text == "a")
    failing.expect(
      says: "req: warning: the response for \"\(server.url("/?key=REDACTED"))\" is stale by ",
      " s, allowed on an error: stale-if-error=3600 (--stale-if-error)",
      "; the server responded with status 503")
    unreachable.expect(says: "; cannot connect to 127.0.0.1:\(server.port): connection refused")
    #expect(try req.run(words + ["-q"]).expect(exit: 0).messages == "")
  }

  @Test func limitsWarningsOfStaleResponses() throws {
    let server = try LoopbackServer { _ in
      .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""])
    }
    let lines = ToolInput.lines((0..<30).map { server.url("/\($0)") })
    let words = ["--stale-if-error", "1h", "--retry", "0"]
    try req.run(words, stdin: lines).expect(exit: 0)
    server.stop()

    let result = try req.run(words, stdin: lines).expect(exit: 0)

    #expect(result.messageLines.count { $0.contains("is stale by") } == 10)
    #expect(result.messageLines.count { $0.contains("not reported") } == 1)
  }

  @Test func verboseShowsCachedResponse() throws {
    let server = try LoopbackServer(["/": fresh("a")])
    try req("--cache", server.url("/")).expect(exit: 0)

    let result = try req("-v", "--cache", server.url("/")).expect(exit: 0)

    #expect(result.messageLines.count == 1)
    result.expect(
      says: "req: the response for \"\(server.url("/"))\" comes from the cache: ",
      "fresh: max-age=3600, age ")
    #expect(try req("--cache", server.url("/")).expect(exit: 0).messages == "")
  }
}
