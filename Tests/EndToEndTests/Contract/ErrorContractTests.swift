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

  @Test(arguments: ToolUnderTest.streaming)
  func keepsOrderOfErrorRecords(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let error = trial.errorLine(ref: 2)

    let result = try trial(stdin: .lines([trial.line(1), error, trial.line(3)]))

    #expect(refs(result.expect(exit: 0).records(as: tool.shape)) == ["1", "2", "3"])
    #expect(result.lines.contains(error))
  }

  @Test(arguments: ToolUnderTest.streaming)
  func retriesInputsOfOwnErrors(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let own = trial.errorLine(input: trial.line(1, ["id": #""again""#]))
    let others = RecordShape.tools.filter { $0 != tool.name }.map {
      trial.errorLine(tool: $0, input: trial.line(2))
    }

    let result = try trial("--retry-errors", stdin: .lines([own] + others))

    let records = result.expect(exit: 0).records(as: tool.shape)
    #expect(refs(records.filter { !$0.isError }) == ["\"again\""])
    #expect(result.lines.suffix(others.count) == others[...])
  }

  @Test(arguments: ToolUnderTest.streaming)
  func retriesOnlyGivenCodes(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let wanted = trial.errorLine(code: "timeout", input: trial.line(1, ["id": "1"]))
    let other = trial.errorLine(code: "dns", input: trial.line(2, ["id": "2"]))

    let result = try trial("--retry-errors=timeout,connect", stdin: .lines([wanted, other]))

    let records = result.expect(exit: 0).records(as: tool.shape)
    #expect(refs(records.filter { !$0.isError }) == ["1"])
    #expect(result.lines.last == other)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func retriesItsOutput(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)
    let first = try trial(stdin: .lines([tool.failingLine])).expect(exit: 1)

    let second = try trial("--retry-errors=all", stdin: .bytes(first.stdout))

    let record = try #require(second.expect(exit: 1).records(as: tool.shape).first)
    #expect(record.code == tool.failingCode)
    #expect(record.input == tool.failingLine)
  }

  @Test func retriesFailedOperand() throws {
    let png = SampleImage.png(width: 7, height: 5)
    let server = try LoopbackServer {
      $0.number == 1 ? .status(404, "") : .ok(png, type: "image/png")
    }
    let imgfetch = try Tool("imgfetch")
    let first = try imgfetch(server.url("/a.png")).expect(exit: 22)
    let record = try #require(first.records(as: .image).first)
    #expect(record.input == server.url("/a.png"))
    #expect(record["line"] == nil)

    let second = try imgfetch("--retry-errors=all", stdin: .bytes(first.stdout)).expect(exit: 0)

    #expect(second.records(as: .image).first?["url"]?.string == server.url("/a.png"))
  }

  /// A string stands for its value, such as a postcode.
  @Test(arguments: [#""75001""#, #""true""#, #""[1]""#, "75001 Paris", "Paris"])
  func retriesPlainLine(line: String) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .notFound)
    let first = try query("search", stdin: .lines([line])).expect(exit: 1)
    #expect(first.records(as: .error).first?.code == "not_found")

    try query("search", "--retry-errors=not_found", stdin: .bytes(first.stdout))

    let locations = query.yelp.requests.map { $0[query: "location"] }
    let location = line.filter { $0 != "\"" }
    #expect(locations == [location, location])
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

  @Test(arguments: ToolUnderTest.streaming)
  func stopsAtFirstError(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(
      "--stop-on-error", stdin: .lines([trial.line(1), tool.failingLine, trial.line(3)]))

    let records = result.records(as: tool.shape)
    #expect(result.exit != 0)
    #expect(refs(records).prefix(2) == ["1", "2"])
    #expect(records.last { $0.ref == "2" }?.code == tool.failingCode)
    #expect(!records.contains { $0.ref == "3" && !$0.isError })
  }
}
