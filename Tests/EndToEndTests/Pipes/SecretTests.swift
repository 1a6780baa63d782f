import TestSupport
import Testing

/// Secrets do not appear in logs, records, cassettes, cache keys, file names or process lists.
@Suite struct SecretTests {
  private static let marker = "hunter2SECRETmarker"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func expectNoSecret(_ result: ToolResult) throws {
    let encoded = Base64Text.encode(Array("user:\(Self.marker)".utf8))
    try sandbox.expectNoSecret([Self.marker, encoded], result, exceptInput: true)
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
