import TestSupport
import Testing

/// The API key is sent only to the host of the API.
@Suite struct YelpSecretTests {
  private static let key = "hunter2SECRETmarker-Zq9"
  private let query: YelpTool
  private var sandbox: Sandbox { query.sandbox }

  init() throws { query = try YelpTool(YelpTestServer(dailyLimit: 90, key: Self.key, total: 3)) }

  /// Checks output and files for the key, plain or Base64-encoded.
  private func expectNoKey(
    _ results: [ToolResult], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for result in results {
      #expect(!result.text.contains(Self.key), "\(result.story)", sourceLocation: sourceLocation)
      #expect(
        !result.messages.contains(Self.key), "\(result.story)", sourceLocation: sourceLocation)
    }
    let encoded = Base64Text.encode(Array(Self.key.utf8))
    for file in sandbox.files {
      let text = String(decoding: try sandbox.directory.read(file), as: UTF8.self)
      for secret in [Self.key, encoded] where text.contains(secret) || file.contains(secret) {
        Issue.record("the key is in \(file)", sourceLocation: sourceLocation)
      }
    }
  }

  private static let everything = [
    "-v", "--log-request", "--log-response", "--record", "tape.jsonl", "--event-log", "events",
    "--adapter", "tee -a adapted; cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' ' ' >> cmdlines",
    "--summary", "--retry", "1",
  ]

  @Test func writesTheKeyNowhere() throws {
    for fault in [
      YelpTestServer.Fault.slow(.zero), .unauthorized, .internalError, .slow(.zero), .notFound,
      .validation("x"), .wrongShape, .notJSON, .cut, .slow(.zero),
    ] { query.yelp.fail(with: fault) }

    let stream = try query.run(
      ["search"] + Self.everything, stdin: .lines((1...9).map { "place \($0)" }))
    let cached = try query.run(["search", "--location", "x", "--cache-ttl", "300"])
    let single = try query.run(["chat", "--query", "x"] + Self.everything)
    let others = try [
      query.run(["quota"]), query.run(["search", "--location", "x", "--dry-run"]),
      query.run(["search", "--location", "x", "--build"]),
      query.run(["search", "--location", "x", "--print-config"]),
    ]

    #expect(query.yelp.requests.allSatisfy { $0[header: "authorization"] == "Bearer \(Self.key)" })
    single.expect(exit: 0).expect(says: "Authorization: REDACTED")
    for name in ["tape.jsonl", "events", "adapted", "cmdlines"] {
      #expect(try !sandbox.text(name).isEmpty, "\(name), or the test proves nothing")
    }
    #expect(try sandbox.text("cmdlines").contains("yelp-query search"))
    #expect(sandbox.files.contains { $0.hasPrefix("home/cache/") })
    #expect(sandbox.files.contains { $0.hasPrefix("home/state/") })
    try expectNoKey([stream, single, cached] + others)
  }

  @Test func keepsTheKeyOnlyInItsFile() throws {
    let file = sandbox.work + "/../home/key"
    try sandbox.shell("umask 077; printf %s \"$K\" > \(file)", environment: ["K": Self.key])
      .expect(exit: 0)
    let tool = try query.start(
      ["search", "--api-key-file", file] + Self.everything, environment: ["YELP_API_KEY": ""])
    tool.write("Paris\n")
    #expect(query.yelp.waitForCalls(1))
    #expect(!String(decoding: tool.commandLine, as: UTF8.self).contains(Self.key))
    let result = try tool.finish().expect(exit: 0)

    try sandbox.shell("rm \(file)").expect(exit: 0)
    try expectNoKey([result])
  }

  @Test(arguments: ["localhost", "127.0.0.2"])
  func rejectsARedirectToAnotherHost(host: String) throws {
    let port = query.yelp.baseURL.split(separator: ":")[2].prefix { $0.isNumber }
    query.yelp.fail(with: .redirect(to: "http://\(host):\(port)/v3/businesses/y"))

    let result = try query("business", "x").expect(exit: 47)

    #expect(result.results().map(\.code) == ["redirect_forbidden"])
    #expect(query.yelp.calls == 1)
    try expectNoKey([result])
  }

  @Test func sendsTheKeyAfterARedirectOnTheSameHost() throws {
    query.yelp.fail(with: .redirect(to: "/v3/businesses/y"))

    try query("business", "x").expect(exit: 0)

    #expect(query.yelp.requests.map(\.path) == ["/v3/businesses/x", "/v3/businesses/y"])
    #expect(query.yelp.requests.allSatisfy { $0[header: "authorization"] != nil })
  }

  @Test func rejectsAnAdapterThatChangesTheHost() throws {
    let other = try LoopbackServer.forbidden()
    let port = query.yelp.baseURL.split(separator: ":")[2].prefix { $0.isNumber }

    let result = try query("business", "x", "--adapter", "sed s/:\(port)/:\(other.port)/")
    let stream = try query(
      "business", "--adapter", "sed s/127.0.0.1/localhost/", stdin: .lines(["x"]))
    try query("business", "x", "--adapter", "cat").expect(exit: 0)

    result.expect(exit: 77).expect(says: "does not go to")
    #expect(stream.expect(exit: 1).results().map(\.code) == ["unauthorized"])
    #expect(query.yelp.calls == 1)
    try expectNoKey([result, stream])
  }

  @Test func reqDoesNotSendTheKeyToAnotherHost() throws {
    let record = #"{"url":"http://api.example.invalid/v3/x","credential":"yelp"}"#

    let result = try Tool("req", in: sandbox)(
      "--credential", "yelp", stdin: .lines([record]), environment: query.environment)
    try query("business", "x").expect(exit: 0)

    #expect(result.expect(exit: 1).records(as: .response).map(\.code) == ["unauthorized"])
    try expectNoKey([result])
  }
}
