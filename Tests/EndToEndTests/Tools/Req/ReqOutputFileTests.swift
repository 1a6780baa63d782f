import TestSupport
import Testing

/// `-o` in combination with other options for output.
@Suite struct ReqOutputFileTests {
  @Test func doesNotPrintHeadOfTruncatedResponse() throws {
    let server = try LoopbackServer([
      "/x": .sequence(.truncated("", declared: 4), .ok("body"))
    ])

    let result = try Tool("req")("-i", "--retry-delay", "1ms", server.url("/x")).expect(exit: 0)

    #expect(result.text.split(separator: "HTTP/1.1 200").count == 1)
    #expect(result.text.hasPrefix("HTTP/1.1 200") && result.text.hasSuffix("\r\n\r\nbody"))
  }

  /// An error page does not replace the file.
  @Test func embedsErrorPageInRecord() throws {
    let server = try LoopbackServer { _ in .status(404, "explained") }
    let req = try Tool("req")
    try req.sandbox.write("f", "precious")
    let line = #"{"url":"\#(server.url("/x"))","output":"f"}"#

    let stream = try req(stdin: .lines([line])).expect(exit: 1)
    let single = try req("-o", "f", "--format", "jsonl", server.url("/x"))
    #expect(try req.sandbox.text("f") == "precious")
    let wanted = try req("--no-fail", stdin: .lines([line])).expect(exit: 0)

    for result in [stream, single] {
      let record = try #require(result.records(as: .response).first)
      #expect(record["body"]?.string == "explained" && record["body_file"] == nil)
    }
    #expect(wanted.records(as: .response).first?["body_file"]?.string?.hasSuffix("f") == true)
    #expect(try req.sandbox.text("f") == "explained")
  }
}
