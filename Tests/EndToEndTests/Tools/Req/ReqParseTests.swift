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
}
