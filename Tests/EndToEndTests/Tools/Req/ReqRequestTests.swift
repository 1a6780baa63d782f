import TestSupport
import Testing

/// Composing requests from items, as in HTTPie, and options, as in curl.
@Suite struct ReqRequestTests {
  private let server: LoopbackServer
  private let req: Tool

  init() throws {
    server = try LoopbackServer { _ in .ok("ok") }
    req = try Tool("req")
  }

  @Test(arguments: [
    ("post", ["a=1"], "POST"), ("Delete", [], "DELETE"), ("mkcol", [], "MKCOL"),
    ("PURGE", [], "PURGE"),
  ])
  func acceptsCommonMethodsInAnyCase(word: String, items: [String], method: String) throws {
    try req.run([word, server.url("/")] + items).expect(exit: 0)

    #expect(server.requests.map(\.method) == [method])
    #expect(server.requests.first?.text == (items.isEmpty ? "" : #"{"a":"1"}"#))
  }

  /// `while read id; do req POST "$url/$id"; done < ids`
  @Test func warnsThatLoopLosesItsList() throws {
    try req.sandbox.write("ids", "1\n2\n3\n")
    let loop = "while read id; do req POST \(server.url("/"))$id REST; done < ids"

    let result = try req.sandbox.shell(loop.replacing("REST", with: "")).expect(exit: 0)
    try req.sandbox.shell(loop.replacing("REST", with: "</dev/null")).expect(exit: 0)
      .expectSilence()
    try req.sandbox.shell("req POST \(server.url("/")) < ids").expect(exit: 0).expectSilence()

    result.expect(says: "req: warning: the rest of stdin is the body; in a loop, add </dev/null")
    #expect(server.requests.map(\.path) == ["/1", "/1", "/2", "/3", "/"])
    #expect(server.requests.map(\.text) == ["2\n3\n", "", "", "", "1\n2\n3\n"])
  }
}
