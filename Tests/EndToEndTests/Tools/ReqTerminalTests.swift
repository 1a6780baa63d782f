import Glibc
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

  @Test func explainsLetterThatHTTPieUsesForForms() throws {
    let server = try LoopbackServer(["/": "ok"])

    #expect(try seen("-f", server.url("/"), "a=b").expect(exit: 0).text.contains("--as-form"))
    #expect(try !seen("-f", server.url("/")).text.contains("--as-form"))
  }

  @Test func verbosePrintsHeadBeforeBody() throws {
    let server = try LoopbackServer(["/": "the body"])

    let text = try seen("-v", server.url("/")).expect(exit: 0).text

    let head = try #require(text.ranges(of: "Status: 200").first)
    let bodies = text.ranges(of: "the body")
    #expect(bodies.count == 1 && bodies.allSatisfy { head.lowerBound < $0.lowerBound })
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

  @Test(arguments: ["csv", "tsv", "jsonl"])
  func escapesControlCharactersOfRecords(format: String) throws {
    let body = "a\u{1b}]0;title\u{7}\u{9b}2J\u{7f}\u{202e}\u{2066}b"
    let server = try LoopbackServer(["/": .ok(body)])
    let words = ["--format", format, "--fields", "body", server.url("/")]

    let shown = try req.run(words, stdout: .terminal).expect(exit: 0)
    let piped = try req.run(words).expect(exit: 0)

    let controls: Set<Unicode.Scalar> = [
      "\u{1b}", "\u{7}", "\u{9b}", "\u{7f}", "\u{202e}", "\u{2066}",
    ]
    #expect(controls.isDisjoint(with: shown.text.unicodeScalars), "\(shown.text)")
    #expect(piped.text.contains("\u{9b}2J\u{7f}\u{202e}\u{2066}b"), "a pipe receives it unchanged")
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
    let line = tool.readText(until: "(50 %)")
    gate.open()
    let result = try tool.wait(as: .terminal).expect(exit: 0)

    #expect(line.contains("1.9 MiB of 3.8 MiB (50 %)"), "\(line)")
    #expect(try req.sandbox.read("f") == body + body)
    #expect(
      result.text.hasSuffix("\r\u{1b}[K") || result.text.hasSuffix("\n"),
      "\(result.text.suffix(40))")
  }

  @Test func interruptedStreamPrintsCountOfCancelledItems() throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Script.ok("x").behind(gate) }
    let lines = (1...40).map { server.url("/\($0)") }
    let tool = try req.start(["--jobs", "2"], stdin: .lines(lines), stdout: .terminal)
    #expect(server.waitForRequests(2))

    tool.send(SIGINT)
    #expect(tool.waitUntilIdle())
    gate.open()
    let text = try tool.wait(as: .terminal).expect(exit: 130).text

    #expect(text.contains("of 40 items failed: cancelled "), "\(text)")
    #expect(!text.contains("error: line"), "\(text)")
  }

  @Test func silentHidesProgress() throws {
    let server = try LoopbackServer(["/": "text"])

    let result = try seen("-s", "-o", "f", server.url("/")).expect(exit: 0)

    #expect(result.text.isEmpty)
  }

  @Test(arguments: [
    ("iso-8859-1", [0x63, 0x61, 0x66, 0xE9]), ("\"ISO-8859-15\"", [0x63, 0x61, 0x66, 0xE9]),
    ("macintosh", [0x63, 0x61, 0x66, 0x8E]), ("utf-8", [0x63, 0x61, 0x66, 0xC3, 0xA9]),
  ])
  func convertsDeclaredCharset(charset: String, bytes: [UInt8]) throws {
    let server = try LoopbackServer { _ in .ok(bytes, type: "text/plain; charset=\(charset)") }

    #expect(try seen(server.url("/")).expect(exit: 0).text == "café")
    #expect(try req(server.url("/")).expect(exit: 0).stdout == bytes, "bytes stay bytes in a pipe")
  }

  @Test(
    .needs("iconv"),
    arguments: [
      ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B]), ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC]),
      ("gbk", [0xC8, 0xD5, 0xB1, 0xBE]), ("big5", [0xA4, 0xE9, 0xA5, 0xBB]),
      ("utf-16le", [0xE5, 0x65, 0x2C, 0x67]),
    ])
  func convertsMultiByteCharset(charset: String, bytes: [UInt8]) throws {
    let server = try LoopbackServer { _ in .ok(bytes, type: "text/html;charset=\(charset)") }

    #expect(try seen(server.url("/")).expect(exit: 0).text == "日本")
    #expect(try req(server.url("/")).expect(exit: 0).stdout == bytes)
  }

  @Test(.needs("iconv"), arguments: ["shift_jis", "utf-16le"])
  func convertsJSON(charset: String) throws {
    let text = "{\"a\":\"日本\"}"
    var body = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    if charset == "shift_jis" {
      body = Array("{\"a\":\"".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("\"}".utf8)
    }
    let server = try LoopbackServer { [body] _ in
      .ok(body, type: "application/json; charset=\(charset)")
    }

    let result = try seen("--color", "never", server.url("/")).expect(exit: 0)

    #expect(result.text == "{\n  \"a\": \"日本\"\n}\n")
  }

  @Test func refusesBinaryDataWithUnknownCharset() throws {
    let server = try LoopbackServer { _ in .ok([0xE9, 0], type: "text/plain; charset=klingon") }

    try seen(server.url("/")).expect(exit: 23)
  }

  @Test func escapesControlsOfConvertedText() throws {
    let server = try LoopbackServer { _ in
      .ok([0x1B, 0x5B, 0x32, 0x4A, 0xE9], type: "text/plain; charset=latin1")
    }

    #expect(try seen(server.url("/")).expect(exit: 0).text == "\\x1b[2Jé")
  }
}
