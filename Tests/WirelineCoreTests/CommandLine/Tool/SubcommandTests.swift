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

  @Test(arguments: [
    (["search", "--term", "coffee"], "search coffee"), (["parse", "search"], "parse search"),
    (["--version"], "yelp-query 0.1.0 (wireline)\n"),
    (["search", "--version"], "yelp-query 0.1.0 (wireline)\n"),
  ])
  func runsCommandNamedByFirstWord(arguments: [String], text: String) throws {
    let run = try SampleRun(arguments, command: Root.command)

    #expect((run.status, run.output, run.error) == (.success, text, ""))
  }

  static let errors: [([String], error: String, hint: String)] = [
    ([], "missing command", "see yelp-query --help"),
    (["--term", "x"], "missing command", "see yelp-query --help"),
    (["find"], "unknown command \"find\"", "see yelp-query --help"),
    (["serch"], "unknown command \"serch\"", "did you mean \"search\"?"),
    (["help", "serch"], "unknown command \"serch\"", "did you mean \"search\"?"),
    (["--term", "x", "serch"], "unknown command \"serch\"", "did you mean \"search\"?"),
    (["hlep"], "unknown command \"hlep\"", "did you mean \"help\"?"),
    (["parse", "--term", "x"], "unknown option \"--term\"", "see yelp-query parse --help"),
    (
      ["--term", "x", "parse", "search"], "unknown option \"--term\"",
      "see yelp-query parse --help"
    ),
    (
      ["parse", "search", "more"], "unexpected argument \"more\"", "see yelp-query parse --help"
    ),
  ]

  @Test(arguments: errors)
  func rejectsOtherWords(arguments: [String], error: String, hint: String) throws {
    let run = try SampleRun(arguments, command: Root.command)

    #expect((run.status, run.output) == (.usage, ""))
    #expect(run.error == "yelp-query: error: \(error)\nyelp-query: hint: \(hint)\n")
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
