import TestSupport
import Testing

/// Input lines, and errors for invalid ones.
@Suite struct InputContractTests {
  @Test(arguments: ToolUnderTest.streaming)
  func skipsBlankLinesButCountsThem(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(stdin: .lines(["", trial.line(1), "", "  \t", "\r", trial.line(2), ""]))

    #expect(refs(result.expect(exit: 0).records(as: tool.shape)) == ["2", "6"])
  }

  /// `LineReaderTests` have the other forms.
  @Test(arguments: ToolUnderTest.streaming)
  func acceptsLineEndsAndByteOrderMark(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(stdin: .text("\u{feff}\(trial.line(1))\r\n\(trial.line(2))"))

    #expect(refs(result.expect(exit: 0).records(as: tool.shape)) == ["1", "2"])
  }

  @Test(arguments: ToolUnderTest.streaming)
  func reportsInvalidUTF8WithItsBytes(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let bad = Array(#"{"url":""#.utf8) + [0xff, 0xc0, 0x80] + Array(#""}"#.utf8)

    let result = try trial(stdin: .bytes(bad + Array("\n\(trial.line(2))\n".utf8)))

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(refs(records) == ["1", "2"])
    #expect(records.first?.code == "invalid_input")
    #expect(records.first?["input_base64"]?.string == Base64Text.encode(bad))
    #expect(records.first?["line"]?.integer == 1)
    #expect(records.last?.isError == false)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func reportsInvalidJSON(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let bad = [#"{"a": "#, #"{"a":01}"#, #"{"a":"\ud800"}"#, #"{"a":1}}"#, #"{"a":1,}"#]

    let result = try trial(stdin: .lines(bad + [trial.line(6)]))

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(refs(records) == (1...6).map(String.init))
    for (number, record) in zip(1..., records.prefix(bad.count)) {
      #expect(record.code == "invalid_input" && record["line"]?.integer == number)
      #expect(record["input"]?.string == bad[number - 1])
      #expect(record["error"]?["tool"]?.string == tool.name)
    }
    #expect(records.last?.isError == false)
  }

  /// Skips a line over the limit of 64 MB without holding more than one copy of it. All tools have
  /// the same reader.
  @Test func skipsLineOf70Megabytes() throws {
    let tool = ToolUnderTest.req
    let trial = try Trial(tool)
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let end = Array("\"}\n\(trial.line(2))\n".utf8)

    let result = try trial(
      stdin: .generated(count: 72) { number in
        number == 1 ? Array(#"{"url":""#.utf8) : number == 72 ? end : block
      }, measuresMemory: true)

    let records = result.expect(exit: 1).records(as: tool.shape)
    #expect(refs(records) == ["1", "2"])
    #expect(records.first?.code == "invalid_input")
    #expect(records.first?.input == nil, "omitted above 1 MB")
    #expect(result.stdoutBytes < 1 << 16)
    #expect(result.ending.peakBytes < 160 << 20)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func ignoresUnknownInputFields(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial(
      stdin: .lines([trial.line(1, ["zzz": #"{"a":[null,"",{}]}"#, "": "null"])]))

    #expect(refs(result.expect(exit: 0).records(as: tool.shape)) == ["1"])
  }

  /// Its rows would be taken for URLs.
  @Test func refusesTableOfRequests() throws {
    let server = try LoopbackServer.forbidden()
    let rows = ["url,name", "\(server.url("/a")),a"]

    let result = try Tool("req")(stdin: .lines(rows)).expect(exit: 26)

    result.expect(says: "the input is a table", "--input-format csv")
    #expect(result.text.isEmpty)
  }

  /// Each line of indented JSON would be an error, or an item that the user did not mean.
  @Test(arguments: ToolUnderTest.streaming)
  func refusesJSONOfSeveralLines(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let (first, second) = (trial.line(1), trial.line(2))
    let object = "{\n\(first.dropFirst())\n"

    for (text, hint) in [
      ("\n [\(first),\n\(second)]\n", "jq -c '.[]'"), (object, "jq -c ."),
    ] {
      let result = try trial(stdin: .text(text)).expect(exit: 26)
      result.expect(says: "cannot read: the input is", "convert it with \(hint)")
      #expect(result.lines.isEmpty && trial.server?.requestCount ?? 0 == 0)
    }
    // A line that is a whole array is an invalid item among others.
    try trial(stdin: .lines(["[\(first)]", second])).expect(exit: 1)
  }
}
