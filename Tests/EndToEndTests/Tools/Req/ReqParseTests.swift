import TestSupport
import Testing

/// `req --parse`, alone and in a pipeline.
@Suite struct ReqParseTests {
  @Test func pipelineEqualsSingleRun() throws {
    let server = try LoopbackServer([
      "/l": .ok(json: #"{"items":[{"n":1.50},{"n":"é"}]}"#), "/t": "no json",
      "/e": .status(404, "gone"), "/f": .ok(json: #"{"items": 5}"#),
    ])
    let req = try Tool("req")
    let input =
      ["/l", "/t", "/e", "/f", "/l"].map { server.url($0) }.joined(separator: "\n") + "\n"

    let check = "--each /items --require /items:array"
    let strip = "jq -c 'del(.elapsed_ms,.first_byte_ms,.timing,.input,.line,.headers.date)'"
    let one = try req.sandbox.shell(
      "req \(check) | \(strip)",
      stdin: .text(input))
    let three = try req.sandbox.shell(
      "req --build | req | req --parse \(check) | \(strip)",
      stdin: .text(input))

    #expect(one.lines.count == 7)
    #expect(one.lines == three.lines)
  }

  @Test func reportsInvalidResponsesAndPassesErrors() throws {
    let error = #"{"error":{"code":"dns","message":"no","tool":"req","retryable":false},"ref":1}"#
    let result = try Tool("req")(
      "--parse", "--select", "/a",
      stdin: .text(error + "\n{\"status\":200,\"json\":{\"a\":7},\"ref\":\"k\"}\n{\"x\":1}\n[]\n"))

    #expect(result.expect(exit: 1).lines[0] == error)
    #expect(result.lines[1] == #"{"value":7,"ref":"k","rank":1}"#)
    #expect(result.lines[2].contains(#"field \"status\" is missing"#))
    #expect(result.lines.count == 4)
  }
}
