import TestSupport
import Testing

/// Unusual validators, dates and ages, RFC 9111.
@Suite struct FreshnessFaultTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func fetch(_ server: LoopbackServer, _ arguments: String...) throws -> Record {
    let result = try req.run(
      ["--format", "jsonl", "--retry", "0", "--cache", server.url("/")] + arguments)
    return try #require(try result.records(as: .response).first)
  }

  private static func notModified(_ headers: KeyValuePairs<String, String> = [:]) -> Script {
    .answer(ServedResponse(status: 304, headers: headers))
  }

  @Test(arguments: [#""v1""#, #"W/"v1""#, "v1", #""""#, #""a,b""#, "\"é\""])
  func sendsEntityTagUnchanged(tag: String) throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == tag
        ? Self.notModified(["ETag": tag])
        : .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": tag])
    }

    _ = try fetch(server)
    let second = try fetch(server)

    #expect(second["status"]?.integer == 200 && second["body"]?.string == "a")
    #expect(second["source"]?.string == "revalidated")
    #expect(server.requestCount == 2)
  }

  @Test func updatesFieldsFrom304() throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"1\"", "X-A": "old"])
        : Self.notModified(["Cache-Control": "max-age=60", "ETag": "\"1\"", "X-A": "new"])
    }

    _ = try fetch(server)
    let second = try fetch(server)
    let third = try fetch(server)

    #expect(second["headers"]?["x-a"]?.string == "new")
    #expect(second["headers"]?["content-length"]?.string == "1")
    #expect(third["source"]?.string == "cache" && third["headers"]?["x-a"]?.string == "new")
    #expect(server.requestCount == 2)
  }

  @Test func repeatsUnconditionallyAfter304WithOtherTag() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok("\(request.number)", headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"2\""])
    }

    _ = try fetch(server)
    let second = try fetch(server)

    #expect(second["status"]?.integer == 200)
    #expect(second["body"]?.string == "3")
    #expect(server.requests.map { $0[header: "if-none-match"] } == [nil, "\"1\"", nil])
  }

  @Test func repeatsUnconditionallyIfStoredBodyIsMissing() throws {
    let large = String(repeating: "x", count: 200_000)
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok(large, headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"1\""])
    }
    _ = try fetch(server)
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME\"/wireline/http/??")

    let second = try fetch(server)

    #expect(second["status"]?.integer == 200)
    #expect(second["bytes"]?.integer == large.utf8.count)
    #expect(second["body"]?.string == large)
  }

  @Test func returnsUnexpected304() throws {
    let server = try LoopbackServer { _ in Self.notModified() }

    #expect(try fetch(server)["status"]?.integer == 304)
    #expect(try fetch(server)["status"]?.integer == 304)
  }

  @Test func passesConditionalRequestThrough() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok("a", headers: ["Cache-Control": "max-age=60", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"1\""])
    }
    _ = try fetch(server)

    let conditional = try fetch(server, "If-None-Match:\"1\"")

    #expect(conditional["status"]?.integer == 304)
    #expect(try fetch(server)["body"]?.string == "a")
  }

  @Test func neverReusesVaryAny() throws {
    let server = try LoopbackServer { request in
      .ok("\(request.number)", headers: ["Cache-Control": "max-age=60", "Vary": "*"])
    }

    let bodies = try (0..<3).map { _ in try fetch(server)["body"]?.string }

    #expect(bodies == ["1", "2", "3"])
  }

  @Test func storesNewTagOfEqualBody() throws {
    let server = try LoopbackServer { request in
      .ok("same", headers: ["Cache-Control": "max-age=0", "ETag": "\"\(request.number)\""])
    }

    for _ in 0..<3 { #expect(try fetch(server)["body"]?.string == "same") }

    #expect(server.requests.map { $0[header: "if-none-match"] } == [nil, "\"1\"", "\"2\""])
  }

  /// With wrong clocks, ages are never negative and responses not fresh forever.
  @Test(arguments: [
    ("Date", "Fri, 31 Dec 2199 23:59:59 GMT", true),
    ("Date", "Thu, 01 Jan 1970 00:00:00 GMT", false),
    ("Date", "garbage", true), ("Age", "-5", true), ("Age", "garbage", true), ("Age", "30", true),
    ("Age", "60", false), ("Age", "99999999999999999999", false),
  ])
  func handlesInvalidDatesAndAges(name: String, value: String, isFresh: Bool) throws {
    let server = try LoopbackServer { _ in
      .ok("a", headers: ["Cache-Control": "max-age=60", name: value])
    }

    _ = try fetch(server)
    let second = try fetch(server)

    #expect((second["source"]?.string == "cache") == isFresh, "\(second.line)")
    #expect(second["age_s"]?.number ?? 0 >= 0)
  }

  @Test(arguments: [
    ("max-age=60, max-age=0", 1), ("max-age=-1", 2), ("max-age=1e9", 2), ("max-age=\"60\"", 1),
    ("MAX-AGE=60", 1), ("max-age=99999999999999999999", 1), ("max-age", 2), (",,max-age=60,,", 1),
    ("private, max-age=60", 1), ("no-cache, max-age=60", 2), ("max-age=60, no-store=\"x\"", 2),
  ])
  func handlesUnusualDirectives(control: String, requests: Int) throws {
    let server = try LoopbackServer { _ in .ok("a", headers: ["Cache-Control": control]) }

    for _ in 0..<2 { _ = try fetch(server) }

    #expect(server.requestCount == requests)
  }

  @Test func offlineReportsAge() throws {
    let server = try LoopbackServer(["/": .ok("a", headers: ["Cache-Control": "max-age=60"])])
    _ = try fetch(server)
    let fresh = try fetch(server, "--offline")
    let stale = try LoopbackServer([
      "/": .ok("b", headers: ["Cache-Control": "max-age=0", "Age": "9"])
    ])
    _ = try fetch(stale)
    let old = try fetch(stale, "--offline")
    server.stop()

    #expect(fresh["source"]?.string == "cache")
    #expect(old["source"]?.string == "stale" && old["age_s"]?.number ?? 0 >= 9)
    #expect(stale.requestCount == 1)
  }

  @Test func limitsStalenessOnError() throws {
    let server = try LoopbackServer([
      "/": .sequence(
        .ok("a", headers: ["Cache-Control": "max-age=0", "Age": "100"]), .status(503, "busy"))
    ])
    _ = try fetch(server)

    #expect(try fetch(server, "--stale-if-error", "50s")["status"]?.integer == 503)
    #expect(try fetch(server, "--stale-if-error", "1h")["source"]?.string == "stale")
  }
}
