import TestSupport
import Testing

/// Readers that exit or are slow, and outputs that fail.
@Suite struct PipeContractTests {
  @Test(arguments: ToolUnderTest.streaming)
  func exitsSilentlyWhenReaderExits(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let own = (1...200).map { trial.line($0) }
    // Enough to fill every buffer, so that a write fails.
    let passed = [String](repeating: trial.errorLine(), count: 5000)

    // yelp-query warns of many calls.
    let result = try trial("-q", stdin: .lines(own + passed), stdout: .firstLine)

    result.expect(exit: 0).expectSilence()
    #expect(!result.lines.isEmpty)
  }

  @Test(arguments: ToolUnderTest.streaming, [false, true])
  func exitsWhenReaderExits(tool: ToolUnderTest, inputIsIdle: Bool) throws {
    let trial = try Trial(tool)
    let live = try trial.start()
    live.write(trial.line(1) + "\n")
    #expect(live.readLine() != nil)

    live.closeOutput()
    while !inputIsIdle, live.write(trial.errorLine() + "\n") {}

    try live.wait().expect(exit: 0).expectSilence()
  }

  @Test(arguments: ToolUnderTest.streaming)
  func slowReaderReceivesAllRecords(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let own = (1...100).map { trial.line($0) }
    let passed = [String](repeating: trial.errorLine(ref: 7), count: 1000)

    let result = try trial(
      stdin: .lines(own + passed), stdout: .slow(bytes: 4096, every: .milliseconds(1)))

    let records = result.expect(exit: 0).records(as: tool.shape)
    #expect(records.count { $0.isError } == 1000)
    #expect(refs(records.filter { !$0.isError }) == (1...100).map(String.init))
  }

  /// At most 1,000 items or 64 MB of finished records are queued; each line has about 150 bytes.
  @Test(arguments: ToolUnderTest.streaming)
  func stopsReadingWhenOutputIsBlocked(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let live = try trial.start()

    let written = live.writeUntilBlocked(trial.errorLine() + "\n", limit: 64 << 20)

    #expect(written < 4 << 20, "read \(written) bytes without a reader")
    let result = try live.finish(as: .counted)
    result.expect(exit: 0)
    #expect(result.stdoutBytes == written)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func reportsFullDeviceWithStatus23(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(stdin: .lines(trial.lines(1...3)), stdout: .file("/dev/full"))

    result.expect(exit: 23).expect(says: "\(tool.name): error: ")
  }

  @Test(arguments: ToolUnderTest.streaming)
  func handlesClosedDescriptors(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)

    let noInput = try trial(stdin: .closed)
    let noOutput = try trial(stdin: .lines([tool.failingLine]), stdout: .closed)

    noInput.expect(exit: 26).expect(says: "\(tool.name): error: cannot read: bad file descriptor")
    #expect(noInput.stdout.isEmpty)
    #expect([1, 23].contains(noOutput.exit ?? -1), "\(noOutput.story)")
    // As in cron: not an error.
    try trial(stdin: .empty).expect(exit: 0).expectSilence()
  }

  @Test(arguments: ToolUnderTest.networked)
  func dropsQueuedItemsWhenReaderExits(tool: ToolUnderTest) throws {
    let gate = try Gate()
    let trial = try Trial(tool) {
      // Slower than the tool notices the exit. By item: its connection can be later than others.
      tool.item($0) > 10 ? tool.answer($0).after(.milliseconds(20)).behind(gate) : tool.answer($0)
    }
    let server = try #require(trial.server)
    let live = try trial.start("--jobs", "2", "--per-host", "2")
    live.write((1...300).map { trial.line($0) + "\n" }.joined())
    #expect(live.readLine() != nil)
    live.closeOutput()
    gate.open()
    try live.finish().expect(exit: 0)

    #expect(server.requestCount < 150)
  }

  /// With `--jobs 1`, no request may follow a failure.
  @Test(arguments: ["req", "imgfetch"])
  func startsNoRequestAfterFatalError(name: String) throws {
    let server = try LoopbackServer { _ in .status(404, "") }
    let lines = (1...20).map { server.url("/\($0)") }

    try Tool(name)("--stop-on-error", "--jobs", "1", stdin: .lines(lines)).expect(exit: 1)

    #expect(server.requestCount == 1)
  }
}
