import TestSupport
import Testing

/// `--tolerate` of all tools that read records.
@Suite struct ToleranceContractTests {
  @Test(
    arguments: ToolUnderTest.streaming,
    [("50%", 0), ("0", 1)] as [(String, Int32)])
  func exitsZeroUpToTheTolerance(tool: ToolUnderTest, tolerance: (String, Int32)) throws {
    let trial = try Trial(tool)

    let result = try trial(
      "--tolerate", tolerance.0, stdin: .lines([trial.line(1), tool.failingLine]))

    let records = result.expect(exit: tolerance.1).records(as: tool.shape)
    #expect(refs(records) == ["1", "2"])
    #expect(records.last?.code == tool.failingCode)
    let kind = tolerance.1 == 0 ? "warning" : "error"
    result.expect(says: "\(tool.name): \(kind): 1 of 2 items failed", tool.failingCode)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func stopsWhenNumberIsExceeded(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let lines = [String](repeating: tool.failingLine, count: 50_000)

    let result = try trial("--tolerate", "2", "--summary", stdin: .lines(lines)).expect(exit: 1)

    let records = result.records(as: tool.shape)
    #expect(records.count >= 3 && records.count < 50_000, "\(records.count)")
    let summary = try result.summary()
    #expect(summary["tolerate"]?.string == "2")
    #expect(summary["stopped"]?.string == "too_many_failures")
    result.expect(says: "items failed, more than --tolerate 2 allows: \(tool.failingCode) ")
  }

  @Test(arguments: ToolUnderTest.streaming)
  func doesNotCountPassedErrorRecords(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let passed = (1...5).map { trial.errorLine(ref: $0) }

    try trial("--tolerate", "99%", stdin: .lines(passed + [tool.failingLine])).expect(exit: 1)
  }

  @Test func computesShareOfItemsInShard() throws {
    let server = try LoopbackServer {
      $0.path == "/1.png"
        ? .status(404, "") : .ok(SampleImage.png(width: 3, height: 2), type: "image/png")
    }
    let lines = ToolInput.lines((1...8).map { server.url("/\($0).png") })
    func run(_ tolerance: String) throws -> ToolResult {
      try Tool("imgfetch")(
        "--shard", "1/4", "--shard-by", "line", "--tolerate", tolerance, stdin: lines)
    }

    try run("50%").expect(exit: 0)
    try run("49%").expect(exit: 1)
  }

  @Test func countsFailuresFromJournal() throws {
    let server = try LoopbackServer { _ in .status(404, "") }
    let imgfetch = try Tool("imgfetch")
    func run(_ tolerance: String) throws -> ToolResult {
      try imgfetch(
        "-o", "photos", "--journal", "journal", "--resume", "--tolerate", tolerance,
        stdin: .lines([server.url("/a.png")]))
    }

    try run("1").expect(exit: 0)
    try run("1").expect(exit: 0)
    try run("0").expect(exit: 1)
    #expect(server.requestCount == 1)
  }
}
