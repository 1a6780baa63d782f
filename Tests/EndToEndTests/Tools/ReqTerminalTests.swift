import TestSupport
import Testing

/// The output of `req` on a terminal.
@Suite struct ReqTerminalTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func seen(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ToolResult
  {
    try req.run(arguments, stdout: .terminal, environment: environment)
  }

  @Test func indentsAndColorsJSON() throws {
    let server = try LoopbackServer(["/": .ok(json: #"{"a":[1,"b",null],"c":{}}"#)])

    let plain = try seen("--color", "never", server.url("/")).expect(exit: 0)
    let coloured = try seen(server.url("/")).expect(exit: 0)
    let uncolored = try seen(server.url("/"), environment: ["NO_COLOR": "1"])

    #expect(
      plain.text == """
        {
          "a": [
            1,
            "b",
            null
          ],
          "c": {}
        }

        """)
    #expect(uncolored.text == plain.text)
    #expect(coloured.text != plain.text && coloured.text.contains("\u{1b}[0m"))
    let colours = coloured.text.replacing(/\u{1b}\[[0-9;]*m/, with: "")
    #expect(colours == plain.text, "and nothing else is different")
  }

  @Test func refusesBinaryData() throws {
    let server = try LoopbackServer([
      "/": .ok([0x89, 0x50, 0, 1, 2], type: "application/octet-stream")
    ])

    let result = try seen(server.url("/")).expect(exit: 23)

    #expect(result.text.contains("--output"))
    #expect(!result.stdout.contains(0x89))
  }

  /// A server must not control the terminal.
  @Test func escapesControlBytes() throws {
    let server = try LoopbackServer { _ in
      .ok("a\u{1b}]0;title\u{1b}\\b\u{9b}2Jc\u{7f}\r\n\td", headers: ["X-A": "\u{1b}[2J"])
    }

    let result = try seen("-i", "-v", server.url("/")).expect(exit: 0)

    #expect(!result.stdout.contains(0x7f))
    #expect(!result.text.unicodeScalars.contains("\u{9b}"))
    #expect(!result.text.contains("\u{1b}]") && !result.text.contains("\u{1b}[2J"))
    #expect(result.text.contains("b") && result.text.contains("\td"))
  }

  /// The progress line is removed at the end.
  @Test func showsProgressOfDownload() throws {
    let gate = Gate()
    let body = [UInt8](repeating: 0x61, count: 2_000_000)
    let server = try LoopbackServer { _ in
      .steps(
        .write(Array("HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n".utf8)), .write(body),
        .gate(gate), .write(body))
    }

    let tool = try req.start(["-o", "f", server.url("/")], stdin: .empty, stdout: .terminal)
    let line = tool.readText(until: "%")
    gate.open()
    let result = try tool.wait(as: .terminal).expect(exit: 0)

    #expect(line.contains("MB") && line.contains("50"), "\(line)")
    #expect(try req.sandbox.read("f") == body + body)
    #expect(
      result.text.hasSuffix("\r\u{1b}[K") || result.text.hasSuffix("\n"),
      "\(result.text.suffix(40))")
  }

  @Test func silentHidesProgress() throws {
    let server = try LoopbackServer(["/": "text"])

    let result = try seen("-s", "-o", "f", server.url("/")).expect(exit: 0)

    #expect(result.text.isEmpty)
  }
}
