import TestSupport
import Testing

/// `req -C -`: resuming a download.
@Suite struct ReqResumeTests {
  private static let text = "0123456789"

  /// Serves ranges; truncates the first response.
  private static func script(
    _ request: ServedRequest, honoursRange: Bool = true
  ) -> Script {
    let tag = "\"v1\""
    var answer = ServedResponse(body: Array(text.utf8))
    answer.headers = [("ETag", tag)]
    if request.number == 1 { return Script.answer(answer).cut(after: 4) }
    guard honoursRange, let range = request[header: "range"], request[header: "if-range"] == tag,
      let first = Int(range.dropFirst(6).dropLast())
    else { return .answer(answer) }
    answer.status = 206
    answer.body = Array(text.utf8.dropFirst(first))
    answer.headers.append(("Content-Range", "bytes \(first)-9/10"))
    return .answer(answer)
  }

  private func download(_ req: Tool, _ server: LoopbackServer) throws -> ToolResult {
    try req("-C", "-", "-o", "out", "--retry", "0", server.url("/f"))
  }

  @Test func fetchesRestOnly() throws {
    let server = try LoopbackServer { Self.script($0) }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    #expect(!req.sandbox.exists("out"))
    #expect(try req.sandbox.text("out.part") == "0123")
    try download(req, server).expect(exit: 0).expectSilence()

    #expect(try req.sandbox.text("out") == Self.text)
    #expect(server.requests.last?[header: "range"] == "bytes=4-")
    #expect(!req.sandbox.exists("out.part") && !req.sandbox.exists("out.part.mark"))
  }

  @Test func processesDoNotShareAPart() throws {
    let gate = try Gate()
    let server = try LoopbackServer { Self.script($0).behind(gate) }
    let req = try Tool("req")
    let first = try req.start(["-C", "-", "-o", "out", server.url("/f")])
    #expect(server.waitForRequests(1))

    try download(req, server).expect(exit: 23).expect(says: "in use by another process")
    gate.open()
    _ = try first.wait()
  }

  /// A failed attempt does not lose the bytes of earlier ones.
  @Test(arguments: [true, false])
  func retryKeepsReceivedBytes(honoursRange: Bool) throws {
    let cuts = [4, 2, 1]
    let server = try LoopbackServer { request in
      var script = Self.script(request, honoursRange: honoursRange)
      if request.number == 1 { return script }
      if request.number <= cuts.count { script = script.cut(after: cuts[request.number - 1]) }
      return script
    }
    let req = try Tool("req")

    // The first run ends with a part, which retries do not shorten.
    try req(
      "-C", "-", "-o", "out", "--retry", "2", "--retry-delay", "1ms", server.url("/f")
    ).expect(exit: 18)
    #expect(try req.sandbox.text("out.part") == "0123")
    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
    #expect(!req.sandbox.exists("out.part"))
  }
}
