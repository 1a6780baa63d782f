import TestSupport
import Testing

/// Record and replay, for each tool that speaks HTTP.
@Suite struct ReplayContractTests {
  @Test(arguments: ToolUnderTest.networked)
  func replayGivesTheSameRecordsAndOpensNoSocket(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let server = try #require(trial.server)
    let lines = ToolInput.lines(trial.lines(1...5))
    let recorded = try trial("--record", "tape.jsonl", stdin: lines).expect(exit: 0)
    let connections = server.connectionCount
    // What an earlier run stored must not answer in place of the tape.
    _ = try trial.sandbox.shell("rm -rf photos \"$XDG_CACHE_HOME\"/*")

    let replayed = try trial("--replay", "tape.jsonl", stdin: lines).expect(exit: 0)

    #expect(server.connectionCount == connections)
    #expect(
      replayed.records(as: tool.shape).map(lasting) == recorded.records(as: tool.shape).map(lasting)
    )
  }

  @Test(arguments: ToolUnderTest.networked)
  func tapeIsJSONLinesOfRequestAndResponse(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    try trial("--record", "tape.jsonl", stdin: .lines(trial.lines(1...3))).expect(exit: 0)

    let text = try trial.sandbox.text("tape.jsonl")
    let lines = try text.split(separator: "\n").map { try StrictJSON(String($0)) }
    #expect(text.hasSuffix("\n"))
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.members.map(\.name) == ["request", "response"] })
    #expect(trial.sandbox.directory.permissions("work/tape.jsonl") == 0o600)
  }

  @Test(arguments: ToolUnderTest.networked)
  func missIsAnErrorRecordAndOpensNoSocket(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, isAsked: false)
    try trial.sandbox.write("tape.jsonl", "")

    let result = try trial(
      "--replay", "tape.jsonl", stdin: .lines(trial.lines(1...2)))

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(records.map(\.code) == ["replay_miss", "replay_miss"])
  }

  @Test(arguments: ToolUnderTest.networked)
  func aTapeThatIsNotToBeHadIsNoFaultOfUsage(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, isAsked: false)
    let lines = ToolInput.lines(trial.lines(1...2))

    try trial("--replay", "none.jsonl", stdin: lines).expect(exit: 26).expect(says: "none.jsonl")
    try trial("--record", "no/tape", stdin: lines).expect(exit: 23).expect(says: "no/tape")
  }

  /// Everything but what differs from run to run.
  private func lasting(_ record: Record) -> String {
    let varying = ["source", "elapsed_ms", "first_byte_ms", "age_s"]
    return record.json.members.filter { !varying.contains($0.name) }
      .map { "\($0.name)=\($0.value.text)" }.joined(separator: " ")
  }
}
