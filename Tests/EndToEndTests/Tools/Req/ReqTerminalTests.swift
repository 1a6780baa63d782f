import Glibc
import TestSupport
import Testing

/// The output of `req` on a terminal.
@Suite struct ReqTerminalTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  /// Without the progress line, which a slow machine would show.
  private func seen(_ arguments: String...) throws -> ToolResult {
    try req.run(["--progress", "none"] + arguments, stdout: .terminal)
  }

  @Test func explainsLetterThatHTTPieUsesForForms() throws {
    let server = try LoopbackServer(["/": "ok"])

    #expect(try seen("-f", server.url("/"), "a=b").expect(exit: 0).text.contains("--as-form"))
    #expect(try !seen("-f", server.url("/")).text.contains("--as-form"))
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
    let gate = try Gate()
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
    let gate = try Gate()
    let server = try LoopbackServer { _ in Script.ok("x").behind(gate) }
    let lines = (1...40).map { server.url("/\($0)") }
    let tool = try req.start(["--jobs", "2"], stdin: .lines(lines), stdout: .terminal)
    #expect(server.waitForRequests(2))
    // A signal ends the reading of input, so all lines have to be read before.
    #expect(tool.waitUntilIdle())

    tool.send(SIGINT)
    #expect(tool.waitUntilIdle())
    gate.open()
    let text = try tool.wait(as: .terminal).expect(exit: 130).text

    #expect(text.contains("of 40 items failed: cancelled "), "\(text)")
    #expect(!text.contains("error: line"), "\(text)")
  }
}
