import TestSupport
import Testing

/// Streams of records, for every tool that reads them.
@Suite struct StreamContractTests {
  @Test(arguments: ToolUnderTest.streaming)
  func printsOnlyRecordsOnStdout(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(stdin: .lines(trial.lines(1...5) + [tool.failingLine, trial.line(6)]))

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(refs(records) == (1...7).map(String.init))
    #expect(records.filter(\.isError).map(\.ref) == ["6"])
  }

  @Test(arguments: ToolUnderTest.streaming)
  func refIsIdElseRefElseLineNumber(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(
      stdin: .lines([
        trial.line(1, ["id": "7"]), trial.line(2, ["id": #""x y""#]),
        trial.line(3, ["ref": #""r1""#]), "", trial.line(4, ["id": #""a""#, "ref": #""b""#]),
        trial.line(5), trial.line(6, ["id": "1.50e3"]),
        trial.line(7, ["id": "123456789012345678901234567890"]),
      ]))

    let records = result.expect(exit: 0).records(as: tool.shape)
    #expect(
      refs(records) == [
        "7", #""x y""#, #""r1""#, #""a""#, "6", "1.50e3", "123456789012345678901234567890",
      ])
  }

  @Test(arguments: ToolUnderTest.networked)
  func printsRecordsAsTheyFinishWithUnordered(tool: ToolUnderTest) throws {
    let gate = try Gate()
    let trial = try Trial(tool) { request in
      tool.item(request) == 1 ? tool.answer(request).behind(gate) : tool.answer(request)
    }
    let live = try trial.start("--unordered", "--jobs", "4", "--per-host", "4")
    live.write(trial.lines(1...8).map { $0 + "\n" }.joined())
    live.closeInput()

    var seen: Set<String> = []
    while seen.count < 7, let line = live.readLine() { seen.insert(try Record(line).ref) }
    gate.open()
    let rest = try live.finish().expect(exit: 0).records(as: tool.shape)

    #expect(seen == Set((2...8).map(String.init)), "waited for the first item")
    #expect(refs(rest).last == "1")
  }

  @Test(arguments: ToolUnderTest.streaming)
  func answersEachLineImmediately(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let live = try trial.start("--unordered")

    for number in 1...3 {
      live.write(trial.line(number) + "\n")
      let line = try #require(live.readLine(), "no record for item \(number)")
      #expect(try Record(line).ref == "\(number)")
      // An expanding tool prints more records for the same item.
      while !tool.maps, live.readLine(within: .milliseconds(100)) != nil {}
    }

    try live.finish().expect(exit: 0).expectSilence()
  }

  @Test(arguments: ToolUnderTest.streaming)
  func copiesFields(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(
      "--copy", "tag,deep",
      stdin: .lines([trial.line(1, ["tag": "1.0", "deep": #"{"a": [1]}"#]), trial.line(2)]))

    let records = result.expect(exit: 0).records(as: tool.shape.copying("tag", "deep"))
    #expect(records.first?["tag"]?.text == "1.0")
    #expect(records.first?["deep"]?["a"]?[0]?.text == "1")
    #expect(records.last?["tag"] == nil)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func dashNamesStdin(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("-", stdin: .lines([trial.line(1, ["id": "9"])]))

    let records = result.expect(exit: 0).records(as: tool.shape)
    #expect(Set(records.map(\.ref)) == ["9"])
  }

  @Test(arguments: ToolUnderTest.expanding)
  func printsOneEnvelopePerItem(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("--envelope", stdin: .lines(trial.lines(1...4)))

    let records = result.expect(exit: 0).records(as: .envelope)
    #expect(records.map(\.ref) == ["1", "2", "3", "4"])
    #expect(records.allSatisfy { !($0["results"]?.elements.isEmpty ?? true) })
  }

  @Test(arguments: ToolUnderTest.expanding)
  func countsRankFromOneWithinItem(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let records = try trial(stdin: .lines(trial.lines(1...2))).records(as: tool.shape)

    for ref in ["1", "2"] {
      let ranks = records.filter { $0.ref == ref }.compactMap { $0["rank"]?.integer }
      #expect(ranks == Array(1...max(1, ranks.count)))
    }
  }

  @Test(arguments: ToolUnderTest.streaming)
  func acceptsEmptyInput(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)

    for input in [ToolInput.empty, "\n \r\n"] {
      let result = try trial(stdin: input).expect(exit: 0).expectSilence()
      #expect(result.text == "")
    }
  }

  /// Parsers disagree on records with duplicate names.
  @Test func doesNotCopyOverExistingFields() throws {
    let server = try LoopbackServer { _ in "x" }

    let result = try Tool("req")(
      "--copy", "status,n,ref,url",
      stdin: .lines([#"{"url":"\#(server.url("/"))","status":9,"n":1}"#]))

    let line = try #require(result.expect(exit: 0).lines.first)
    for name in ["status", "ref", "url", "n"] {
      #expect(line.split(separator: "\"\(name)\":").count == 2, "\(name)")
    }
    #expect(result.records(as: .response.copying("n")).first?["status"]?.integer == 200)
  }
}
