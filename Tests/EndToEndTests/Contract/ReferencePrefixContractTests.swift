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
}
