import TestSupport
import Testing

/// A credential that the server repeats appears only in the body and header fields of the response,
/// not in messages, files or other fields.
@Suite struct EchoedSecretTests {
  private static let marker = "hunter2-secret-marker"
  private static let field = "Authorization: Bearer \(marker)"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Not even a part of it is printed.
  private func expectNoMarker(_ result: ToolResult) throws {
    try sandbox.expectNoSecret([Self.marker], result)
    #expect(!(result.text + result.messages).contains(Self.marker.prefix(12)))
  }

  /// Responses whose error messages quote the server.
  private static let failures: [Script] = [
    .status(302, headers: ["Location": "ftp://h/\(marker)"]),
    .status(302, headers: ["Location": "http://\(marker).invalid/"]),
    .status(302, headers: ["Location": "http://127.0.0.1:99999/\(marker)"]),
    .ok("x", headers: ["Content-Encoding": marker]),
    .ok("x", headers: ["Transfer-Encoding": marker]),
    .ok("x", headers: ["Content-Length": "1 \(marker)"]),
  ]

  @Test(arguments: failures.indices) func reqMasksSecretsInErrors(index: Int) throws {
    let server = try LoopbackServer { _ in Self.failures[index] }
    let req = try Tool("req", in: sandbox)
    let options = ["-v", "--compressed", "--retry", "0", "-H", Self.field]

    try expectNoMarker(try req.run(options + [server.url("/")]))
    try expectNoMarker(try req.run(options + ["--format", "jsonl", server.url("/")]))
    try expectNoMarker(try req.run(options, stdin: .lines([server.url("/"), server.url("/2")])))
  }

  @Test func reqMasksRedirectURL() throws {
    let server = try LoopbackServer { request in
      request.path == "/" ? .redirect(to: "/gone/\(Self.marker)") : .status(404, "no")
    }

    let result = try Tool("req", in: sandbox)("-H", Self.field, server.url("/")).expect(exit: 22)

    try expectNoMarker(result)
    result.expect(says: "/gone/***")
  }

  @Test(arguments: failures.indices) func imgfetchMasksSecretsInErrors(index: Int) throws {
    let server = try LoopbackServer { _ in Self.failures[index] }

    try expectNoMarker(try fetch(server.url("/a")))
  }

  /// Messages quote 32 bytes of a body that is not an image, which may end within the secret.
  @Test(arguments: ["", "dots ", "...............", "................."])
  func imgfetchMasksBeginningOfBody(prefix: String) throws {
    let server = try LoopbackServer { _ in
      .ok("\(prefix)\(Self.marker) is not accepted")
    }

    let result = try fetch(server.url("/a"))

    try expectNoMarker(result)
    #expect(result.text.contains("not_an_image"))
  }

  private func fetch(_ url: String) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox)(
      "-v", "--retry", "0", "--header", Self.field, "-o", "photos", "--journal",
      "journal", "--contact-sheet", "sheet.html", stdin: .lines([url])
    ).expect(exit: 1)
  }

  @Test(arguments: [
    #"{"error":"bad key MARKER"}"#, "MARKER", #"[{"id":"MARKER"}]"#, #"{"id":1,"name":"MARKER"#,
    "[{\"id\":1,\"name\":\"x\",\"country\":\"MARKER\",\"lat\":1,\"lng\":1},MARKER]",
  ])
  func citiesSyncMasksSecrets(body: String) throws {
    let body = body.replacing("MARKER", with: Self.marker)
    let server = try LoopbackServer { _ in .ok(body) }

    let result = try Tool("cities-sync", in: sandbox)(
      "-v", "--header", Self.field, server.url("/cities.json"))

    #expect(result.exit != 0)
    try expectNoMarker(result)
  }
}
