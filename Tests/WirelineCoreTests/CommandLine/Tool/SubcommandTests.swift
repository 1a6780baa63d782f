import Testing

@testable import WirelineCore

@Suite struct SubcommandTests {
  struct Search: SynchronousToolCommand {
    static let command = Command(
      "yelp-query", name: "search", abstract: "Search", operands: ""
    ) { Search() }

    @Option("term", "words", "Search term") var term: String?
    @OptionGroup("Common") var common = CommonOptions()

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
      DescriptorOutput.write(
        Array("search \(term ?? "-")".utf8), to: context.streams.output.descriptor)
      return .success
    }
  }

  struct Parse: SynchronousToolCommand {
    static let command = Command(
      "yelp-query", name: "parse", abstract: "Parse", operands: "<endpoint>"
    ) { Parse() }

    @Operand("endpoint", "the endpoint of the responses") var endpoint: String?
    @OptionGroup("Common") var common = CommonOptions()

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
      DescriptorOutput.write(
        Array("parse \(endpoint ?? "-")".utf8), to: context.streams.output.descriptor)
      return .success
    }
  }

  struct Root: SynchronousToolCommand {
    static let command = Command(
      "yelp-query", abstract: "Query", operands: "<command>",
      subcommands: Command.Subcommands(["search", "parse"]) {
        $0 == "search" ? Search.command : $0 == "parse" ? Parse.command : nil
      }
    ) { Root() }

    @OptionGroup("Common") var common = CommonOptions()

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus { .success }
  }

  static let runs: [([String], ExitStatus, String)] = [
    (["search", "--term", "coffee"], .success, "search coffee"),
    (["parse", "search"], .success, "parse search"),
    (["--version"], .success, "yelp-query 0.1.0 (wireline)\n"),
    (["search", "--version"], .success, "yelp-query 0.1.0 (wireline)\n"),
    (
      [], .usage,
      "yelp-query: error: missing command\n"
        + "yelp-query: hint: see yelp-query --help\n"
    ),
    (
      ["find"], .usage,
      "yelp-query: error: unknown command \"find\"\n"
        + "yelp-query: hint: see yelp-query --help\n"
    ),
    (
      ["serch"], .usage,
      "yelp-query: error: unknown command \"serch\"\n"
        + "yelp-query: hint: did you mean \"search\"?\n"
    ),
    (
      ["help", "serch"], .usage,
      "yelp-query: error: unknown command \"serch\"\n"
        + "yelp-query: hint: did you mean \"search\"?\n"
    ),
    (
      ["hlep"], .usage,
      "yelp-query: error: unknown command \"hlep\"\n"
        + "yelp-query: hint: did you mean \"help\"?\n"
    ),
    (
      ["--term", "x"], .usage,
      "yelp-query: error: missing command\n"
        + "yelp-query: hint: see yelp-query --help\n"
    ),
    (
      ["--term", "x", "serch"], .usage,
      "yelp-query: error: unknown command \"serch\"\n"
        + "yelp-query: hint: did you mean \"search\"?\n"
    ),
    (
      ["--term", "x", "parse", "search"], .usage,
      "yelp-query: error: unknown option \"--term\"\n"
        + "yelp-query: hint: see yelp-query parse --help\n"
    ),
    (
      ["parse", "--term", "x"], .usage,
      "yelp-query: error: unknown option \"--term\"\n"
        + "yelp-query: hint: see yelp-query parse --help\n"
    ),
    (
      ["parse", "search", "more"], .usage,
      "yelp-query: error: unexpected argument \"more\"\n"
        + "yelp-query: hint: see yelp-query parse --help\n"
    ),
  ]

  @Test(arguments: runs)
  func runsCommandNamedByFirstWord(arguments: [String], status: ExitStatus, text: String) throws {
    let run = try SampleRun(arguments, command: Root.command)

    #expect((run.status, run.output + run.error) == (status, text))
  }

  @Test(
    arguments: [
      ["-q", "search", "--term", "x"], ["--format", "jsonl", "search", "--term=x"],
      ["--format=jsonl", "-qq", "search", "--term", "x"], ["--term", "x", "search"],
      ["-q", "--term=x", "search"],
    ])
  func acceptsOptionsBeforeCommand(arguments: [String]) throws {
    #expect(try SampleRun(arguments, command: Root.command).output == "search x")
  }

  @Test(arguments: [["-q"], ["--format"], ["--format", "search"], ["--nonsense", "search"]])
  func rejectsMissingCommand(arguments: [String]) throws {
    #expect(try SampleRun(arguments, command: Root.command).status == .usage)
  }

  @Test func printsHelpAndConfigurationWithoutCommand() throws {
    let help = try SampleRun(["help"], command: Root.command)
    let settings = try SampleRun(["--print-config"], command: Root.command)

    #expect(help.output == (try SampleRun(["--help"], command: Root.command).output))
    #expect((help.status, settings.status) == (.success, .success))
    #expect(settings.output.contains("format"))
  }

  @Test(arguments: [["help", "search"], ["help", "-q", "search"], ["-q", "help", "search"]])
  func printsHelpOfCommand(arguments: [String]) throws {
    #expect(
      try SampleRun(arguments, command: Root.command).output
        == (try SampleRun(["search", "--help"], command: Root.command).output))
  }

  @Test func namesCommandInHelp() throws {
    #expect(try SampleRun(["--help"], command: Root.command).output.contains("search"))
    #expect(
      try SampleRun(["search", "--help"], command: Root.command).output
        .contains("Usage: yelp-query search ["))
  }

  @Test func acceptsSettingsOfOtherCommands() throws {
    let environment = ["WIRELINE_YELP_QUERY_TERM": "tea"]

    #expect(
      try SampleRun(["search"], command: Root.command, environment: environment).output
        == "search tea")
    #expect(
      try SampleRun(["parse"], command: Root.command, environment: environment).output == "parse -")
  }
}
