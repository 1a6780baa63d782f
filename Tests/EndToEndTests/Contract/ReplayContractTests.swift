import TestSupport
import Testing

/// `--record` and `--replay` of each tool that uses HTTP.
@Suite struct ReplayContractTests {
  @Test(arguments: ToolUnderTest.networked)
  func replaysSameRecordsWithoutNetwork(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let server = try #require(trial.server)
    let lines = ToolInput.lines(trial.lines(1...5))
    let recorded = try trial("--record", "tape.jsonl", stdin: lines).expect(exit: 0)
    let tape = try trial.sandbox.text("tape.jsonl").split(separator: "\n")
    #expect(tape.count == 5)
    for line in tape {
      #expect(try StrictJSON(String(line)).members.map(\.name) == ["request", "response"])
    }
    #expect(trial.sandbox.directory.permissions("work/tape.jsonl") == 0o600)
    let connections = server.connectionCount
    // Stored responses of the first run must not replace the tape.
    _ = try trial.sandbox.shell("rm -rf photos \"$XDG_CACHE_HOME\"/*")

    let replayed = try trial("--replay", "tape.jsonl", stdin: lines).expect(exit: 0)

    #expect(server.connectionCount == connections)
    #expect(
      replayed.records(as: tool.shape).map(lasting) == recorded.records(as: tool.shape).map(lasting)
    )
  }

  @Test(arguments: ToolUnderTest.networked)
  func reportsMissWithoutNetwork(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    try trial.sandbox.write("tape.jsonl", "")

    let result = try trial("--replay", "tape.jsonl", stdin: .lines(trial.lines(1...2)))

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(records.map(\.code) == ["replay_miss", "replay_miss"])
  }

  @Test(arguments: ToolUnderTest.networked)
  func distinguishesUnusableTapeFromUsageError(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let lines = ToolInput.lines(trial.lines(1...2))

    try trial("--replay", "none.jsonl", stdin: lines).expect(exit: 26).expect(says: "none.jsonl")
    try trial("--record", "no/tape", stdin: lines).expect(exit: 23).expect(says: "no/tape")
  }

  /// The fields that do not vary between runs.
  private func lasting(_ record: Record) -> String {
    let varying = ["source", "elapsed_ms", "first_byte_ms", "timing", "age_s"]
    return record.json.members.filter { !varying.contains($0.name) }
      .map { "\($0.name)=\($0.value.text)" }.joined(separator: " ")
  }
}
