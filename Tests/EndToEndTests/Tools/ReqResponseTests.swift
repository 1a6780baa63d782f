import TestSupport
import Testing

/// The output of `req` for a response.
@Suite struct ReqResponseTests {
  private static let list = #"{"items":[{"id":1,"n":"a"},{"id":2,"n":"b"}],"total": 2.50}"#

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
