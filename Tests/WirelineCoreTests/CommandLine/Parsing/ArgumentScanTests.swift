import Testing

@testable import WirelineCore

@Suite struct ArgumentScanTests {
  private func scan(_ arguments: [String]) -> ArgumentScan {
    ArgumentScan(arguments, OptionTable(SampleTool.options))
  }

  static let forms: [(given: [String], options: [String], operands: [String])] = [
    ([], [], []),
    (["a", "b"], [], ["a", "b"]),
    (["--limit", "3", "a"], ["--limit=3"], ["a"]),
    (["--limit=3"], ["--limit=3"], []),
    (["--limit="], ["--limit="], []),
    (["--limit", "--mark"], ["--limit=--mark"], []),
    (["--limit", "--"], ["--limit=--"], []),
    (["-n3", "-n", "4", "-n=5"], ["--limit=3", "--limit=4", "--limit=5"], []),
    (["-n-3"], ["--limit=-3"], []),
    (["-Mqn3", "-vv"], ["--mark", "--quiet", "--limit=3", "--verbose", "--verbose"], []),
    (["--no-mark"], ["--no-mark"], []),
    (["--ordered", "--unordered"], ["--ordered", "--unordered"], []),
    (["--retry-errors", "a"], ["--retry-errors=retryable"], ["a"]),
    (["--retry-errors=dns", "a"], ["--retry-errors=dns"], ["a"]),
    (["-H", "a: b", "-Hc:d"], ["--header=a: b", "--header=c:d"], []),
    (["-", "--", "-n3", "--"], [], ["-", "-n3", "--"]),
    (["--proxy", "-"], ["--proxy=-"], []),
    (["-33.8,151.2", "-M"], ["--mark"], ["-33.8,151.2"]),
    (["-33.8 151.2", "-1,-2", "-.5, 2"], [], ["-33.8 151.2", "-1,-2", "-.5, 2"]),
    (["-33,-151.2", "-.5, 7", "--", "-1"], [], ["-33,-151.2", "-.5, 7", "-1"]),
    (["-n", "-33.8,151.2"], ["--limit=-33.8,151.2"], []),
  ]

  private static func text(_ occurrence: GivenArguments.Occurrence) -> String {
    "--\(occurrence.name)" + (occurrence.value.map { "=\($0)" } ?? "")
  }

  @Test(arguments: forms)
  func scansAllForms(given: [String], options: [String], operands: [String]) {
    let scan = scan(given)

    #expect(scan.occurrences.map(Self.text) == options)
    #expect(scan.operands == operands)
    #expect(scan.error == nil)
  }

  @Test(
    arguments: zip(
      [
        ["--limit"], ["-n"], ["-Mn"], ["--limt=3", "--xyz"], ["-Mzn3"], ["--mark=1"], ["-é"],
        ["-33.8"], ["-1,x"], ["-1,2,3"], ["-,1"],
      ],
      [
        "missing value: --limit <n>", "missing value: --limit <n>", "missing value: --limit <n>",
        "unknown option \"--limt\"", "unknown option \"-z\"",
        "--mark does not take a value, but got \"1\"",
        "unknown option \"-é\"", "unknown option \"-3\"", "unknown option \"-1\"",
        "unknown option \"-1\"", "unknown option \"-,\"",
      ]))
  func reportsTheFirstError(arguments: [String], message: String) {
    #expect(scan(arguments).error?.message == message)
  }

  @Test(arguments: ["-33.8", "-3,", "-3,4,5", "-1e5,2", "-inf,2", "-3,x"])
  func rejectsOtherNumbersAsOptions(word: String) {
    #expect(scan([word]).error?.message.hasPrefix("unknown option \"-") == true)
    #expect(scan(["--", word]).operands == [word])
  }

  @Test(
    arguments: [
      ("--user", "did you mean \"--user-agent\"?"),
      ("--connect", "did you mean \"--connect-timeout\"?"), ("--max", nil), ("--connect-t", nil),
    ])
  func suggestsTheOnlyOptionThatBeginsWithAWord(word: String, hint: String?) {
    #expect(scan([word]).error?.hint == hint)
  }

  @Test func scansDigitsThatAreOptions() {
    let option = OptionDeclaration("ipv4", .flag(inverse: nil), help: "Use IPv4", short: "4")

    let scan = ArgumentScan(["-4", "-4,5"], OptionTable([option]))

    #expect(scan.occurrences.first?.option.name == "ipv4" && scan.operands.isEmpty)
    #expect(scan.error?.message == "unknown option \"-,\"")
  }

  @Test func findsHelpAndVersionBeforeTerminator() {
    #expect(scan(["a", "-Mh", "--version"]).wantsShortHelp)
    #expect(scan(["a", "-Mh", "--version"]).wantsVersion)
    #expect(!scan(["--", "-h", "--version"]).wantsShortHelp)
    #expect(!scan(["--tag", "-h", "--", "--version"]).wantsVersion)
  }
}
