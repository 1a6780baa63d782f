import TestSupport
import Testing

/// The output of `req` for a response.
@Suite struct ReqResponseTests {
  private static let list = #"{"items":[{"id":1,"n":"a"},{"id":2,"n":"b"}],"total": 2.50}"#

  @Test func printsHeadBeforeBody() throws {
    let server = try LoopbackServer(["/": .ok("body", headers: ["X-A": "b"])])

    let text = try Tool("req")("-i", server.url("/")).expect(exit: 0).text
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.contains("X-A: b\r\n"))
    #expect(text.hasSuffix("\r\n\r\nbody"))

    let head = try Tool("req")("-I", server.url("/")).expect(exit: 0).text
    #expect(head.hasSuffix("\r\n\r\n") && head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(server.requests.last?.method == "HEAD")
  }

  @Test func createsFileWhenItIsComplete() throws {
    let server = try LoopbackServer([
      "/a.bin": "whole", "/cut": .truncated("abc", declared: 9),
    ])
    let req = try Tool("req")
    try req.sandbox.write("out", "old")

    try req("-o", "out", "--retry", "0", server.url("/cut")).expect(exit: 18)
    #expect(try req.sandbox.text("out") == "old")
    try req("-o", "out", server.url("/a.bin")).expect(exit: 0).expectSilence()
    #expect(try req.sandbox.text("out") == "whole")
    try req("-O", server.url("/a.bin")).expect(exit: 0)
    #expect(try req.sandbox.text("a.bin") == "whole")
  }

  @Test func keepsFileAfterErrorResponse() throws {
    let server = try LoopbackServer(["/": .status(404, "gone")])
    let req = try Tool("req")
    try req.sandbox.write("out", "old")

    try req("-o", "out", server.url("/")).expect(exit: 22)
    #expect(try req.sandbox.text("out") == "old")
    try req("-o", "out", "--no-fail", server.url("/")).expect(exit: 0)
    #expect(try req.sandbox.text("out") == "gone")
  }

  @Test func omitsErrorBody() throws {
    let server = try LoopbackServer(["/": .status(404, "gone")])

    #expect(try Tool("req")(server.url("/")).expect(exit: 22).text == "gone")
    #expect(try Tool("req")("-f", server.url("/")).expect(exit: 22).text == "")
  }

  @Test func printsProblemDetails() throws {
    let problem = #"{"title":"No credit","status":403,"detail":"Balance is 30","balance":30}"#
    var answer = ServedResponse(status: 403, body: Array(problem.utf8))
    answer.headers = [("Content-Type", "application/problem+json")]
    let server = try LoopbackServer(["/": .answer(answer)])

    let result = try Tool("req")(server.url("/")).expect(exit: 22)

    #expect(result.text == problem)
    result.expect(says: "No credit (403)").expect(says: "Balance is 30").expect(says: "balance: 30")
  }

  @Test(arguments: [
    (["--each", "/items"], "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b\"}\n"),
    (["--each", "/items", "--select", "/n"], "\"a\"\n\"b\"\n"), (["--select", "/total"], "2.50\n"),
    (["--require", "/items/0/id:integer", "--expect", "object"], list),
    (["--error-if", "/error"], list),
  ])
  func printsSelectedValues(arguments: [String], text: String) throws {
    let server = try LoopbackServer(["/": .ok(json: Self.list)])

    let result = try Tool("req").run([server.url("/")] + arguments)

    #expect(result.expect(exit: 0).text == text)
  }

  @Test(arguments: [
    (["--require", "/total:string"], Int32(65), "expected string, found number"),
    (["--require", "/none"], 65, "\"/none\" is missing"),
    (["--expect", "array"], 65, "expected array"),
    (["--each", "/total"], 65, "expected array, found number"),
    (["--error-if", "/items"], 22, "reports"),
  ])
  func reportsFailedCheck(arguments: [String], exit: Int32, part: String) throws {
    let server = try LoopbackServer(["/": .ok(json: Self.list)])

    let result = try Tool("req").run([server.url("/")] + arguments)

    #expect(result.expect(exit: exit).expect(says: part).text == "")
  }

  @Test func numbersElementsInStream() throws {
    let server = try LoopbackServer(["/l": .ok(json: Self.list), "/t": "text"])
    let input = """
      {"id":"x","url":"\(server.url("/l"))"}
      \(server.url("/t"))

      """

    let result = try Tool("req")("--each", "/items", stdin: .text(input)).expect(exit: 1)

    #expect(
      result.lines.prefix(2) == [
        #"{"id":1,"n":"a","ref":"x","rank":1}"#, #"{"id":2,"n":"b","ref":"x","rank":2}"#,
      ])
    #expect(result.lines.last?.hasPrefix(#"{"error":{"code":"decode""#) == true)
  }
}
