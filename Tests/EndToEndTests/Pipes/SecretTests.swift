import TestSupport
import Testing

/// Secrets do not appear in logs, records, cassettes, cache keys, file names or process lists.
@Suite struct SecretTests {
  private static let marker = "hunter2SECRETmarker"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Checks output and files for the secret, except for `input` in records.
  private func expectNoSecret(
    _ result: ToolResult, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for line in result.lines {
      let record = try Record(line)
      let shown = record.json.members.filter { $0.name != "input" && $0.name != "input_base64" }
      for field in shown where field.value.text.contains(Self.marker) {
        Issue.record("in \(field.name) of a record", sourceLocation: sourceLocation)
      }
    }
    if result.messages.contains(Self.marker) {
      Issue.record("on stderr\n\(result.messages)", sourceLocation: sourceLocation)
    }
    let encoded = Base64Text.encode(Array("user:\(Self.marker)".utf8))
    for file in sandbox.files {
      let content = String(decoding: try sandbox.directory.read(file), as: UTF8.self)
      for secret in [Self.marker, encoded] where content.contains(secret) || file.contains(secret) {
        Issue.record("in the file \(file)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func reqMasksSecretsOfItsInput() throws {
    let server = try LoopbackServer([
      "/ok": "fine", "/gone": .status(404, "no"), "/cut": .truncated("x", declared: 9),
      "/away": .redirect(to: "/ok"),
    ])
    let lines = ["/ok", "/gone", "/cut", "/away"].flatMap { path in
      [
        """
        {"url":"\(server.url(path))","headers":{"Authorization":"Bearer \(Self.marker)",\
        "Cookie":"session=\(Self.marker)"},"cache_ttl_s":60}
        """,
        #"{"url":"http://user:\#(Self.marker)@127.0.0.1:\#(server.port)\#(path)"}"#,
      ]
    }

    let result = try Tool("req", in: sandbox)(
      "-v", "--retry", "1", "--retry-delay", "1ms", "--record", "tape.jsonl",
      stdin: .lines(lines))

    #expect(result.records(as: .response).count == lines.count)
    try expectNoSecret(result)
    let basic = "Basic \(Base64Text.encode(Array("user:\(Self.marker)".utf8)))"
    let sent = Set(server.requests.compactMap { $0[header: "authorization"] })
    #expect(sent == ["Bearer \(Self.marker)", basic], "secrets were not sent")
  }

  @Test func reqMasksSecretsOfInvalidURLs() throws {
    let lines = [
      "http://user:\(Self.marker)@127.0.0.1:70000/", "htp://user:\(Self.marker)@h/",
      "http://user:\(Self.marker)@127.0.0.1:1/",
    ].map { #"{"url":"\#($0)"}"# }

    let result = try Tool("req", in: sandbox)("-v", "--retry", "0", stdin: .lines(lines))

    #expect(result.expect(exit: 1).lines.count == 3)
    try expectNoSecret(result)
  }

  @Test func removesSecretsFromCrossOriginRedirects() throws {
    let other = try LoopbackServer { _ in "elsewhere" }
    let server = try LoopbackServer { _ in .redirect(to: other.url("/")) }
    let line = """
      {"url":"\(server.url("/"))","headers":{"Authorization":"Bearer \(Self.marker)",\
      "Cookie":"a=\(Self.marker)"}}
      """

    try Tool("req", in: sandbox)(stdin: .lines([line])).expect(exit: 0)

    let request = try #require(other.requests.first)
    #expect(!request.head.contains(Self.marker))
  }

  @Test(arguments: [200, 401, 500])
  func yelpQueryMasksTheKey(status: Int) throws {
    let server = try LoopbackServer { _ in
      status == 200
        ? .ok(json: SampleYelp.search([]))
        : .status(status, SampleYelp.error("TOKEN_INVALID", "no"))
    }
    let live = try Tool("yelp-query", in: sandbox).start(
      [
        "search", "-v", "--term", "x", "--retry", "0", "--base-url", server.url("/v3"),
        "--record", "tape.jsonl",
      ], environment: ["YELP_API_KEY": Self.marker])
    live.write(#"{"latitude":1.5,"longitude":2.5}"# + "\n")
    #expect(server.waitForRequests(1))

    #expect(!String(decoding: live.commandLine, as: UTF8.self).contains(Self.marker))
    try expectNoSecret(try live.finish())
    #expect(server.requests.first?[header: "authorization"] == "Bearer \(Self.marker)")
  }

  @Test func imgfetchMasksPasswordsOfURLs() throws {
    let server = try LoopbackServer([
      "/a.png": .ok(SampleImage.png(width: 1, height: 1), type: "image/png")
    ])
    let urls = ["/a.png", "/none.png"].map {
      "http://user:\(Self.marker)@127.0.0.1:\(server.port)\($0)"
    }

    let result = try Tool("imgfetch", in: sandbox)(
      "-v", "--output-dir", "photos", "--record", "tape.jsonl", stdin: .lines(urls))

    #expect(result.expect(exit: 1).lines.count == 2)
    try expectNoSecret(result)
    #expect(server.requests.allSatisfy { $0[header: "authorization"]?.hasPrefix("Basic ") == true })
  }
}
