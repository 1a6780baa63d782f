import TestSupport
import Testing

/// Error records, and retrying them with `--retry-errors`.
@Suite struct ErrorContractTests {
  @Test(arguments: ToolUnderTest.streaming)
  func errorRecordContainsToolCodeLineAndInput(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let padded = tool.failingLine.dropLast() + #" , "id":"k", "n" : 1.00 , "s":"\u00e9" }"#

    let result = try trial(stdin: .lines(["", String(padded)]))

    let record = try #require(result.expect(exit: 1).records(as: tool.shape).first)
    #expect(record.code == tool.failingCode)
    #expect(record["error"]?["tool"]?.string == tool.name)
    #expect(record["line"]?.integer == 2)
    #expect(record.ref == "\"k\"")
    #expect(record.input == String(padded))
  }

  @Test(arguments: ToolUnderTest.streaming)
  func passesErrorRecordsThroughUncounted(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let errors = [
      trial.errorLine(), trial.errorLine(tool: "req", code: "dns"),
      #"{"error":{"code":"some_day","tool":"other"},"anything":[1, 2.50]}"#,
    ]

    let result = try trial(stdin: .lines(errors)).expect(exit: 0).expectSilence()

    #expect(result.lines == errors)
  }

  /// The whole output of a run can be fed back: results pass through.
  @Test(arguments: ToolUnderTest.streaming)
  func retriesFailuresOfWholeOutput(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let first = try trial(stdin: .lines([trial.line(1), trial.line(2)])).expect(exit: 0)
    let error = trial.errorLine(input: trial.line(3, ["id": #""again""#]))
    let last = trial.errorLine(tool: "cities-sync")
    let requests = trial.server?.requestCount

    let second = try trial("--retry-errors", stdin: .lines([error] + first.lines + [last]))

    let records = second.expect(exit: 0).records(as: tool.shape)
    #expect(refs(records) == ["\"again\"", "1", "2", "5"])
    #expect(second.lines.suffix(first.lines.count + 1) == (first.lines + [last])[...])
    #expect(trial.server?.requestCount == requests.map { $0 + 1 })
  }
}
