import Testing

@testable import WirelineCore

@Suite struct ArgumentScanTests {
  private func scan(_ arguments: [String]) -> ArgumentScan {
    ArgumentScan(
      arguments, OptionTable(SampleTool.declarations, aliases: SampleTool.optionAliases))
  }

  static let forms: [(given: [String], options: [String], operands: [String])] = [
    ([], [], []),
    (["a", "b"], [], ["a", "b"]),
    (["--limit", "3", "a"], ["--limit=3"], ["a"]),
    (["--limit=3"], ["--limit=3"], []),
    (["--limit="], ["--limit", ""], []),
    (["--limit", "--mark"], ["--limit=--mark"], []),
    (["--limit", "--"], ["--limit=--"], []),
    (["-n3", "-n", "4", "-n=5"], ["--limit=3", "--limit=4", "--limit=5"], []),
    (["-n-3"], ["--limit=-3"], []),
    (["-mqn3", "-vv"], ["--mark", "--quiet", "--limit=3", "--verbose", "--verbose"], []),
    (["--no-mark"], ["--no-mark"], []),
    (["--ordered", "--unordered"], ["--ordered", "--unordered"], []),
    (["--retry-errors", "a"], ["--retry-errors=all"], ["a"]),
    (["--retry-errors=dns", "a"], ["--retry-errors=dns"], ["a"]),
    (["-H", "a: b", "-Hc:d"], ["--header=a: b", "--header=c:d"], []),
    (["--max-filesize=1M"], ["--max-body=1M"], []),
    (["-", "--", "-n3", "--"], [], ["-", "-n3", "--"]),
    (["--proxy", "-"], ["--proxy=-"], []),
  ]

  @Test(arguments: forms)
  func everyFormBecomesOne(given: [String], options: [String], operands: [String]) {
    let scan = scan(given)

    #expect(scan.occurrences.flatMap(\.arguments) == options)
    #expect(scan.operands == operands)
    #expect(scan.fault == nil)
  }

  @Test(
    arguments: zip(
      [["--limit"], ["-n"], ["-mn"], ["--limt=3", "--xyz"], ["-mxn3"], ["--mark=1"], ["-é"]],
      [
        "--limit needs a value: --limit <n>", "--limit needs a value: --limit <n>",
        "--limit needs a value: --limit <n>", "unknown option \"--limt\"",
        "unknown option \"-x\"", "--mark takes no value, but \"1\" was given",
        "unknown option \"-é\"",
      ]))
  func theFirstFaultIsTold(arguments: [String], message: String) {
    #expect(scan(arguments).fault?.message == message)
  }

  @Test func helpAndVersionAreSeenAnywhereButBehindTheDashes() {
    #expect(scan(["a", "-mh", "--version"]).wantsHelp)
    #expect(scan(["a", "-mh", "--version"]).wantsVersion)
    #expect(!scan(["--", "-h", "--version"]).wantsHelp)
    #expect(!scan(["--tag", "-h", "--", "--version"]).wantsVersion)
  }
}
