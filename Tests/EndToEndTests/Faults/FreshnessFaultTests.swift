import TestSupport
import Testing

/// Validators, dates and ages that are odd: RFC 9111, end to end.
@Suite struct FreshnessFaultTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func ask(_ server: LoopbackServer, _ arguments: String...) throws -> Record {
    let result = try req.run(
      ["--format", "jsonl", "--retry", "0", "--cache", server.url("/")] + arguments)
    return try #require(try result.records(as: .response).first)
  }

  private static func notModified(_ headers: KeyValuePairs<String, String> = [:]) -> Script {
    .answer(Answer(status: 304, headers: headers))
  }

  /// A tag is sent back as it came, quoted or not.
  @Test(arguments: [#""v1""#, #"W/"v1""#, "v1", #""""#, #""a,b""#, "\"é\""])
  func aTagIsAskedAboutAsItCame(tag: String) throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == tag
        ? Self.notModified(["ETag": tag])
        : .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": tag])
    }

    _ = try ask(server)
    let second = try ask(server)

    #expect(second["status"]?.integer == 200 && second["body"]?.string == "a")
    #expect(second["source"]?.string == "revalidated")
    #expect(server.requestCount == 2)
  }

  @Test func a304BringsNewFields() throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .ok("a", headers: ["Cache-Control": "max-age=0", "ETag": "\"1\"", "X-A": "old"])
        : Self.notModified(["Cache-Control": "max-age=60", "ETag": "\"1\"", "X-A": "new"])
    }

    _ = try ask(server)
    let second = try ask(server)
    let third = try ask(server)

    #expect(second["headers"]?["x-a"]?.string == "new")
    #expect(second["headers"]?["content-length"]?.string == "1")
    #expect(third["source"]?.string == "cache" && third["headers"]?["x-a"]?.string == "new")
    #expect(server.requestCount == 2)
  }

  /// It cannot be about what is here.
  @Test func a304WithAnotherTagIsAskedAgainWithoutCondition() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok("\(request.number)", headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"2\""])
    }

    _ = try ask(server)
    let second = try ask(server)

    #expect(second["status"]?.integer == 200)
    #expect(second["body"]?.string == "3")
    #expect(server.requests.map { $0[header: "if-none-match"] } == [nil, "\"1\"", nil])
  }

  /// What the 304 is about has gone meanwhile.
  @Test func a304WithoutAStoredBodyIsAskedAgainWithoutCondition() throws {
    let large = String(repeating: "x", count: 200_000)
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok(large, headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"1\""])
    }
    _ = try ask(server)
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME\"/wireline/http/??")

    let second = try ask(server)

    #expect(second["status"]?.integer == 200)
    #expect(second["bytes"]?.integer == large.utf8.count)
    #expect(second["body"]?.string == large)
  }

  /// Nobody asked for one, and nothing is stored: it stands.
  @Test func a304UnaskedIsAnAnswer() throws {
    let server = try LoopbackServer { _ in Self.notModified() }

    #expect(try ask(server)["status"]?.integer == 304)
    #expect(try ask(server)["status"]?.integer == 304)
  }

  @Test func aConditionOfOnesOwnGoesThrough() throws {
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok("a", headers: ["Cache-Control": "max-age=60", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"1\""])
    }
    _ = try ask(server)

    let own = try ask(server, "If-None-Match:\"1\"")

    #expect(own["status"]?.integer == 304)
    #expect(try ask(server)["body"]?.string == "a")
  }

  @Test func varyByAnythingIsNeverUsedAgain() throws {
    let server = try LoopbackServer { request in
      .ok("\(request.number)", headers: ["Cache-Control": "max-age=60", "Vary": "*"])
    }

    let bodies = try (0..<3).map { _ in try ask(server)["body"]?.string }

    #expect(bodies == ["1", "2", "3"])
  }

  /// A changed tag over the same body is another answer all the same.
  @Test func anotherTagOverTheSameBodyIsStored() throws {
    let server = try LoopbackServer { request in
      .ok("same", headers: ["Cache-Control": "max-age=0", "ETag": "\"\(request.number)\""])
    }

    for _ in 0..<3 { #expect(try ask(server)["body"]?.string == "same") }

    #expect(server.requests.map { $0[header: "if-none-match"] } == [nil, "\"1\"", "\"2\""])
  }

  /// Clocks that are wrong: an age is never negative, and nothing is fresh for ever by it.
  @Test(arguments: [
    ("Date", "Fri, 31 Dec 2199 23:59:59 GMT", true),
    ("Date", "Thu, 01 Jan 1970 00:00:00 GMT", false),
    ("Date", "garbage", true), ("Age", "-5", true), ("Age", "garbage", true), ("Age", "30", true),
    ("Age", "60", false), ("Age", "99999999999999999999", false),
  ])
  func oddDatesAndAges(name: String, value: String, isFresh: Bool) throws {
    let server = try LoopbackServer { _ in
      .ok("a", headers: ["Cache-Control": "max-age=60", name: value])
    }

    _ = try ask(server)
    let second = try ask(server)

    #expect((second["source"]?.string == "cache") == isFresh, "\(second.line)")
    #expect(second["age_s"]?.number ?? 0 >= 0)
  }

  @Test(arguments: [
    ("max-age=60, max-age=0", 1), ("max-age=-1", 2), ("max-age=1e9", 2), ("max-age=\"60\"", 1),
    ("MAX-AGE=60", 1), ("max-age=99999999999999999999", 1), ("max-age", 2), (",,max-age=60,,", 1),
    ("private, max-age=60", 1), ("no-cache, max-age=60", 2), ("max-age=60, no-store=\"x\"", 2),
  ])
  func oddDirectives(control: String, requests: Int) throws {
    let server = try LoopbackServer { _ in .ok("a", headers: ["Cache-Control": control]) }

    for _ in 0..<2 { _ = try ask(server) }

    #expect(server.requestCount == requests)
  }

  @Test func offlineSaysHowOldItsAnswerIs() throws {
    let server = try LoopbackServer(["/": .ok("a", headers: ["Cache-Control": "max-age=60"])])
    _ = try ask(server)
    let fresh = try ask(server, "--offline")
    let stale = try LoopbackServer([
      "/": .ok("b", headers: ["Cache-Control": "max-age=0", "Age": "9"])
    ])
    _ = try ask(stale)
    let old = try ask(stale, "--offline")
    server.stop()

    #expect(fresh["source"]?.string == "cache")
    #expect(old["source"]?.string == "stale" && old["age_s"]?.number ?? 0 >= 9)
    #expect(stale.requestCount == 1)
  }

  @Test func whatIsTooStaleIsNoAnswerToAnError() throws {
    let server = try LoopbackServer([
      "/": .sequence(
        .ok("a", headers: ["Cache-Control": "max-age=0", "Age": "100"]), .status(503, "busy"))
    ])
    _ = try ask(server)

    #expect(try ask(server, "--stale-if-error", "50s")["status"]?.integer == 503)
    #expect(try ask(server, "--stale-if-error", "1h")["source"]?.string == "stale")
  }
}
