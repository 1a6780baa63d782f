import TestSupport
import Testing

/// `req -C -`: a download that broke off is taken up again.
@Suite struct ReqResumeTests {
  private static let text = "0123456789"

  /// Answers with a range where the request may have one, cut on the first ask.
  private static func script(
    _ request: ServedRequest, tag: String = "\"v1\"", honoursRange: Bool = true
  ) -> Script {
    var answer = Answer(body: Array(text.utf8))
    answer.headers = [("ETag", tag)]
    if request.number == 1 { return Script.answer(answer).cut(after: 4) }
    guard honoursRange, let range = request[header: "range"], request[header: "if-range"] == tag,
      let first = Int(range.dropFirst(6).dropLast())
    else { return .answer(answer) }
    if first >= text.utf8.count {
      return .status(416, "", headers: ["Content-Range": "bytes */\(text.utf8.count)"])
    }
    answer.status = 206
    answer.body = Array(text.utf8.dropFirst(first))
    answer.headers.append(("Content-Range", "bytes \(first)-9/10"))
    return .answer(answer)
  }

  private func download(_ req: Tool, _ server: LoopbackServer, _ more: String...) throws
    -> ToolResult
  {
    try req.run(["-C", "-", "-o", "out", "--retry", "0", server.url("/f")] + more)
  }

  @Test func theRestIsFetchedAndNoMore() throws {
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

  @Test func anotherVersionBeginsAnew() throws {
    let server = try LoopbackServer { request in
      Self.script(request, tag: request.number == 1 ? "\"v1\"" : "\"v2\"")
    }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func aServerThatIgnoresRangesBeginsAnew() throws {
    let server = try LoopbackServer { Self.script($0, honoursRange: false) }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func withoutAStrongValidatorNothingIsKept() throws {
    let server = try LoopbackServer { Self.script($0, tag: "W/\"v1\"") }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)

    #expect(!req.sandbox.exists("out.part"))
    try download(req, server).expect(exit: 0)
    #expect(server.requests.last?[header: "range"] == nil)
    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func aWholePartIsCompleteWhereTheSizeAgrees() throws {
    let server = try LoopbackServer { Self.script($0) }
    let req = try Tool("req")
    try download(req, server).expect(exit: 18)
    try req.sandbox.write("out.part", Self.text)

    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func anErrorKeepsThePart() throws {
    let server = try LoopbackServer { request in
      request.number == 2 ? .status(404, "gone") : Self.script(request)
    }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 22)
    #expect(try req.sandbox.text("out.part") == "0123")
    try download(req, server).expect(exit: 0)
    #expect(try req.sandbox.text("out") == Self.text)
  }
}
