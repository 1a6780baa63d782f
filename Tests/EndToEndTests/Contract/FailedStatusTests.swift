import TestSupport
import Testing

/// A response whose status fails is a response record and an error record.
@Suite struct FailedStatusTests {
  private let req: Tool
  private let server: LoopbackServer

  init() throws {
    req = try Tool("req")
    server = try LoopbackServer { request in
      switch request.path {
      case "/gone": .status(404, "gone")
      case "/busy": request.hit == 1 ? .status(503, "busy") : .ok("done")
      case "/denied": .status(403, #"{"error":{"code":"NO"}}"#)
      default: .ok("fine")
      }
    }
  }

  private func run(_ options: String..., lines: [String]) throws -> ToolResult {
    try req.run(["--retry", "0", "--jobs", "1"] + options, stdin: .lines(lines))
  }

  @Test func recordIsResponseAndError() throws {
    let line = #"{"id":"a","url":"\#(server.url("/gone"))", "x":1}"#

    let result = try run("--copy", "x", lines: [line]).expect(exit: 1)

    let record = try #require(result.records(as: .response.copying("x")).first)
    let start = #"{"error":{"code":"http_status","message":"HTTP status 404"#
    #expect(result.lines[0].hasPrefix(start))
    #expect(
      record.json.members.map(\.name).filter { $0 != "timing" } == [
        "error", "ref", "line", "url", "status", "http_version", "headers", "body", "bytes",
        "attempts", "source", "elapsed_ms", "first_byte_ms", "x", "input",
      ])
    #expect(record["error"]?["status"]?.integer == 404 && record["status"]?.integer == 404)
    #expect(record["error"]?["retryable"]?.boolean == false)
    #expect(record["body"]?.string == "gone" && record.input == line && record.ref == "\"a\"")
    result.expect(says: "1 of 1 items failed: http_status 1")
  }

  /// The request is sent again with its method and body.
  @Test func retriesSameRequest() throws {
    let post = #"{"id":7,"url":"\#(server.url("/busy"))","method":"PUT","json":{"a":1.50}}"#
    let first = try run(lines: [server.url("/ok"), post, server.url("/gone")]).expect(exit: 1)
    #expect(first.records(as: .response).map(\.isError) == [false, true, true])

    let second = try run("--retry-errors", lines: first.lines).expect(exit: 0)

    #expect(second.lines[0] == first.lines[0] && second.lines[2] == first.lines[2])
    let record = try #require(second.records(as: .response).dropFirst().first)
    #expect(record["body"]?.string == "done" && record.ref == "7")
    let again = server.requests.filter { $0.path == "/busy" }
    #expect(again.map(\.method) == ["PUT", "PUT"])
    #expect(again.allSatisfy { $0.body == Array(#"{"a":1.50}"#.utf8) })
    #expect(server.requestCount == 4)
  }

  /// Neither a response nor the URL of a request of the command line can be sent as the request.
  @Test(arguments: [
    "req --no-fail < urls | req --parse --select /a", "req --format jsonl DELETE $BUSY $BUSY",
  ])
  func sendsNoOtherRequest(command: String) throws {
    try req.sandbox.write("urls", server.url("/busy") + "\n")
    let retry = "export WIRELINE_RETRY=0; BUSY=\(server.url("/busy"))"
    let sandbox = req.sandbox

    let first = try sandbox.shell("\(retry); \(command) > out; req --retry-errors < out")

    let out = try sandbox.text("out")
    #expect(first.text == out && out.contains(#""code":"http_status""#))
    let methods = Set(server.requests.map(\.method))
    #expect(methods.count == 1 && server.requestCount <= 2)
  }

  /// Every `--parse` reads the response, and other errors pass through.
  @Test func parseReadsResponse() throws {
    let lines = [server.url("/denied"), "htp:/x", server.url("/gone")]
    let responses = try run(lines: lines).expect(exit: 1)

    let parsed = try req("--parse", stdin: .bytes(responses.stdout)).expect(exit: 1)
    let businesses = try Tool("yelp-query")("parse", "search", stdin: .bytes(responses.stdout))
    let images = try Tool("imgfetch")("--parse", stdin: .bytes(responses.stdout))

    #expect(parsed.lines == responses.lines)
    #expect(
      businesses.expect(exit: 1).records(as: .error).map(\.code)
        == ["api_error", "invalid_url", "not_found"])
    #expect(
      images.expect(exit: 1).records(as: .error).map(\.code)
        == ["http_status", "invalid_url", "not_found"])
    // Later tools pass all of them through.
    #expect(
      try Tool("imgfetch")(stdin: .bytes(responses.stdout)).expect(exit: 0).lines
        == responses.lines)
  }

  /// A table of responses shows all of them; a table of selected values omits failed ones.
  @Test(arguments: [
    (["--fields", "status,body"], "status,body\n200,fine\n404,gone\n"),
    (["--select", "/a", "--fields", "value"], ""),
  ])
  func tablesShowResponses(options: [String], table: String) throws {
    let lines = [server.url("/ok"), server.url("/gone")].suffix(table.isEmpty ? 1 : 2)
    let result = try req.run(options + ["--format", "csv"], stdin: .lines(Array(lines)))
    #expect(result.expect(exit: 1).text == table)
    if table.isEmpty { result.expect(says: "HTTP status 404") }
  }
}
