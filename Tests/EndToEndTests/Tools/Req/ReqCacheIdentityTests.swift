import Glibc
import TestSupport
import Testing

/// Identity and lifetime of stored responses: `req --cache`.
@Suite struct ReqCacheIdentityTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func fetch(_ arguments: String...) throws -> Record {
    let result = try req.run(["--format", "jsonl", "--retry", "0", "--cache"] + arguments)
    return try #require(result.records(as: .response).first)
  }

  private func fresh(_ text: String, _ fields: KeyValuePairs<String, String> = [:]) -> Script {
    var answer = ServedResponse(
      headers: ["Cache-Control": "max-age=3600", "ETag": "\"\(text)\""], body: Array(text.utf8))
    answer.headers += fields.map { ($0.key, $0.value) }
    return .answer(answer)
  }

  @Test func doesNotStoreResponseThatEndsSession() throws {
    let server = try LoopbackServer { request in
      fresh("\(request.number)", ["Set-Cookie": "sid=\(request.number)"])
    }

    _ = try fetch("-c", "jar", server.url("/"))
    let second = try fetch("-c", "jar", server.url("/"))

    #expect(second["body"]?.string == "2")
  }

  @Test func distinguishesServersBehindOneURL() throws {
    let one = try LoopbackServer { _ in fresh("one") }
    let url = "http://a.test:\(one.port)/"

    let first = try fetch("--resolve", "a.test:\(one.port):127.0.0.1", url)
    let again = try fetch("--resolve", "a.test:\(one.port):127.0.0.1", url)
    try req("--retry", "0", "--cache", "--resolve", "a.test:\(one.port):127.9.9.9", url)
      .expect(exit: 7)

    #expect(first["body"]?.string == "one" && again["source"]?.string == "cache")
  }

  @Test func unsafeRequestInvalidatesAfterTruncatedResponse() throws {
    let server = try LoopbackServer { request in
      request.method == "PUT" ? .truncated("pa", declared: 9) : fresh("\(request.number)")
    }

    _ = try fetch(server.url("/x"))
    try req("--cache", "--retry", "0", "-X", "PUT", server.url("/x")).expect(exit: 18)

    #expect(try fetch(server.url("/x"))["source"]?.string == "network")
  }

  /// RFC 5861 §3: the process waits for the new response before it exits.
  @Test func revalidatesStaleResponseInBackground() throws {
    let server = try LoopbackServer { request in
      .ok(
        "\(request.number)",
        headers: [
          "Cache-Control": request.number == 1
            ? "max-age=0, stale-while-revalidate=3600" : "max-age=3600"
        ])
    }

    let bodies = try (0..<3).map { _ in try fetch(server.url("/"))["body"]?.string }

    #expect(bodies == ["1", "1", "2"])
    #expect(server.requestCount == 2)
  }

  @Test func revalidatesStaleResponseOnce() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      let stale = Script.ok(
        "a", headers: ["Cache-Control": "max-age=0, stale-while-revalidate=3600"])
      return request.number == 1 ? stale : stale.behind(gate)
    }
    _ = try fetch(server.url("/"))

    let lines = ToolInput.lines((0..<20).map { _ in server.url("/") })
    let stream = try req.start(["--cache"], stdin: lines)
    for _ in 0..<20 { #expect(stream.readLine() != nil) }
    gate.open()

    try stream.wait().expect(exit: 0)
    #expect(server.requestCount == 2)
  }
}
