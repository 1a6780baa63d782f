import TestSupport
import Testing

/// `--ref-prefix`: each `ref` in the output is a string that begins with the prefix.
@Suite struct ReferencePrefixContractTests {
  @Test(arguments: ToolUnderTest.streaming)
  func prefixesEveryRef(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let passed = trial.errorLine(tool: "cities-sync", ref: 5)
    let lines = [
      trial.line(1), trial.line(2, ["id": "20"]), trial.line(3, ["id": #""c\u00e9""#]),
      trial.line(4, ["ref": "4.50"]), tool.failingLine, "{", passed,
    ]

    let result = try trial("--ref-prefix", "a/", stdin: .lines(lines)).expect(exit: 1)

    let records = result.records(as: tool.shape)
    #expect(
      refs(Array(records.dropLast()))
        == ["1", "20", #"c\u00e9"#, "4.50", "5", "6"].map { "\"a/\($0)\"" })
    #expect(result.lines.last == passed)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func keepsRefsOfRetriedItems(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let first = try trial("--ref-prefix", "a-", stdin: .lines(["", tool.failingLine]))

    let second = try trial("--ref-prefix", "a-", "--retry-errors=all", stdin: .bytes(first.stdout))

    #expect(refs(second.expect(exit: 1).records(as: tool.shape)) == [#""a-2""#])
  }

  /// Built requests use the prefixed ref as their id, and later tools keep it.
  @Test func keepsPrefixThroughPipe() throws {
    let png = SampleImage.png(width: 3, height: 2)
    let server = try LoopbackServer {
      $0.path == "/2.png" ? .status(404, "") : .ok(png, type: "image/png")
    }
    let sandbox = try Sandbox()
    let urls = (1...2).map { server.url("/\($0).png") }

    let built = try Tool("imgfetch", in: sandbox)(
      "--build", "--ref-prefix", "list 1/", stdin: .lines(urls))
    let responses = try Tool("req", in: sandbox)("--no-fail", stdin: .bytes(built.stdout))
    let images = try Tool("imgfetch", in: sandbox)(
      "--parse", "-o", "photos", stdin: .bytes(responses.stdout))

    #expect(built.records(as: .request).map { $0["id"]?.string } == ["list 1/1", "list 1/2"])
    #expect(refs(responses.records(as: .response)) == [#""list 1/1""#, #""list 1/2""#])
    #expect(refs(images.records(as: .image)) == [#""list 1/1""#, #""list 1/2""#])
  }
}
