import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct ToolStartTests {
  @Test func runsWithArguments() throws {
    let run = try SampleRun(["-n3", "go", "a", "-j", "4", "--", "-b"])

    #expect((run.status, run.output, run.error) == (.success, "go [\"a\", \"-b\"] 3 4\n", ""))
  }

  @Test(arguments: [(["go", "a"], 1), (["go", "-n3"], 2)])
  func initializesCommandOnceWithoutOptions(arguments: [String], count: Int) throws {
    let counter = Mutex(0)
    let command = Command("imgfetch", abstract: "", operands: "") {
      counter.withLock { $0 += 1 }
      return SampleTool()
    }

    #expect(try SampleRun(arguments, command: command).status == .success)
    #expect(counter.withLock { $0 } == count)
  }

  @Test(arguments: [["--version"], ["-V"], ["go", "--version", "-q"], ["-qV"]])
  func printsVersion(arguments: [String]) throws {
    let run = try SampleRun(arguments)

    #expect((run.status, run.output) == (.success, "imgfetch 0.1.0 (wireline)\n"))
  }

  @Test(arguments: [["--help"], ["--bogus", "--help"], ["-Mh", "--help"]])
  func printsEveryOptionWithDefault(arguments: [String]) throws {
    let run = try SampleRun(arguments, environment: ["COLUMNS": "100"])

    #expect((run.status, run.error) == (.success, ""))
    for option in SampleTool.options where !option.isOperand {
      let isListed = ["--", "--[no-]"].contains { run.output.contains($0 + option.name) }
      #expect(isListed, "\(option.name)")
    }
    #expect(run.output.contains("--retry-errors[=<codes>]"))
    let words = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("(default: none; in a stream 16M)"))
    #expect(run.output.contains("(default: 50)"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func formatsLettersInversesAndWrappedLines() throws {
    let lines = try SampleRun(["--help"]).output.split(separator: "\n")

    #expect(lines.contains("  -n, --limit <n>           Number of repetitions (default: 50)"))
    #expect(lines.contains("  -M, --[no-]mark           Mark the item"))
    #expect(lines.contains("  -H, --header <name: value>"))
    #expect(lines.contains("                            Add a header field to every request"))
    #expect(lines.contains("      --unordered, --ordered"))
    #expect(lines.contains("  <source>                  Action to run"))
    #expect(lines.contains("HTTP:"))
  }

  @Test(arguments: [["-h"], ["-Mh"]])
  func printsMainOptionsInShortHelp(arguments: [String]) throws {
    let run = try SampleRun(arguments)

    #expect(
      run.output == """
        A tool for tests.

        Usage: imgfetch [options] [SOURCE] [NAME…]

        Options:
          -n, --limit <n>           Number of repetitions
          -t, --tag <text>          Tag to add
          -H, --header <name: value>
                                    Add a header field to every request

        Run `imgfetch --help` for all options, `man imgfetch` for the manual.

        """)
  }

  @Test func rejectsTwoExclusiveOptions() throws {
    let run = try SampleRun(["x", "--limit=1", "--level", "1K"])

    #expect(run.error == "imgfetch: error: --limit cannot be used with --level\n")
    #expect(
      try SampleRun(["x", "-n1"], environment: ["WIRELINE_IMGFETCH_LEVEL": "1K"]).output
        == "x [] 1 -1\n")
  }

  static let usageErrors: [([String], String)] = [
    (["--limti", "3"], "unknown option \"--limti\"\nimgfetch: hint: did you mean \"--limit\"?"),
    (
      ["--xyzzyx"], "unknown option \"--xyzzyx\"\nimgfetch: hint: see imgfetch --help"
    ),
    (["-Mz"], "unknown option \"-z\"\nimgfetch: hint: see imgfetch --help"),
    (
      ["--limit"],
      "missing value: --limit <n>\nimgfetch: hint: see imgfetch --help"
    ),
    (
      ["--mark=yes"],
      "--mark does not take a value, but got \"yes\"\n"
        + "imgfetch: hint: see imgfetch --help"
    ),
    (
      ["--timeout", "5x"],
      "invalid value \"5x\" for --timeout: expected a time such as 500ms, 30s, 5m"
    ),
    (
      ["--timeout", "0s"],
      "invalid value \"0s\" for --timeout: expected a time above 0, such as 500ms, 30s, 5m"
    ),
    (["-j0"], "invalid value \"0\" for --jobs: expected a whole number, 1 or more"),
    (
      ["--limit", "' is invalid for '"],
      "invalid value \"' is invalid for '\" for --limit: expected a whole number, 0 or more"
    ),
    (
      ["--level", "up"],
      "invalid value \"up\" for --level: expected a size such as 500K, 16M, 1G, or none\n"
        + "imgfetch: hint: levels are sizes"
    ),
    (["--color=red"], "invalid value \"red\" for --color: expected auto, always or never"),
    (
      ["-H", "Authorization: secret\r\n"],
      "invalid value for --header: expected a header field: "
        + "the value contains a line break or control character"
    ),
    (["usage"], "not like that\nimgfetch: hint: like this"),
  ]

  @Test(arguments: usageErrors)
  func reportsUsageErrorsWithStatus2(arguments: [String], message: String) throws {
    let run = try SampleRun(arguments)

    #expect((run.status, run.output) == (.usage, ""))
    #expect(run.error == "imgfetch: error: \(message)\n")
  }

  @Test func returnsStatusOfFileError() throws {
    let run = try SampleRun(["unreadable"])

    #expect((run.status, run.output) == (.cannotRead, ""))
    #expect(run.error == "imgfetch: error: cannot read \"x\"\n")
  }

  @Test func appliesCommonOptionsToUsageErrors() throws {
    #expect(try SampleRun(["-qq", "--bogus"]).error == "")
    #expect(
      try SampleRun(["-q", "--limti=3"]).error == "imgfetch: error: unknown option \"--limti\"\n")
    #expect(
      try SampleRun(["usage", "-q", "--log-format=json"]).error
        == #"{"level":"error","tool":"imgfetch","message":"not like that"}"# + "\n")
  }

  @Test func rejectsTerminalAsInput() throws {
    let run = try SampleRun([], isTerminal: true)

    #expect(run.status == .usage)
    #expect(run.error == "imgfetch: error: nothing to do\nimgfetch: hint: name a source\n")
    #expect(try SampleRun([]).status == .success)
  }

  @Test func rejectsUnknownShell() throws {
    let run = try SampleRun(["--generate-completion-script", "tcsh"])

    #expect(run.status == .usage)
    #expect(run.error.hasPrefix("imgfetch: error: unsupported shell \"tcsh\""))
  }

  @Test func failsIfHelpCannotBeWritten() {
    let pipe = Pipe()
    pipe.closeInput()
    let streams = StandardStreams(
      input: .init(descriptor: 0), output: .init(descriptor: pipe.output),
      error: .init(descriptor: pipe.output))

    let status = SampleTool.command.start(
      ["--help"], environment: Environment([:]), streams: streams)

    #expect(status == .cannotWrite)
  }
}
