import ArgumentParser
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct SubtoolTests {
  struct Search: SynchronousToolCommand {
    static let toolName = "yelp-query"
    static let configuration = CommandConfiguration(
      commandName: "search", _superCommandName: toolName, abstract: "Search.")
    static let declarations = [term] + CommonOptions.declarations
    static let term = OptionDeclaration("term", .value("words"), "what to look for")

    @Option(Self.term) var term: String?
    @OptionGroup var common: CommonOptions

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
      DescriptorOutput.write(
        Array("search \(term ?? "-")".utf8), to: context.streams.output.descriptor)
      return .success
    }
  }

  struct Parse: SynchronousToolCommand {
    static let toolName = "yelp-query"
    static let configuration = CommandConfiguration(
      commandName: "parse", _superCommandName: toolName, abstract: "Parse.")
    static let declarations = [endpoint] + CommonOptions.declarations
    static let endpoint = OptionDeclaration("endpoint", .operand, "whose answers")

    @Argument(Self.endpoint) var endpoint: String?
    @OptionGroup var common: CommonOptions

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
      DescriptorOutput.write(
        Array("parse \(endpoint ?? "-")".utf8), to: context.streams.output.descriptor)
      return .success
    }
  }

  struct Root: SynchronousToolCommand {
    static let toolName = "yelp-query"
    static let configuration = CommandConfiguration(
      commandName: toolName, abstract: "Ask.", version: ToolVersion.number,
      subcommands: [Search.self, Parse.self])
    static let declarations = CommonOptions.declarations
    static let subtools: [any ParsableTool.Type] = [Search.self, Parse.self]

    @OptionGroup var common: CommonOptions

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus { .success }
  }

  static let runs: [([String], ExitStatus, String)] = [
    (["search", "--term", "coffee"], .success, "search coffee"),
    (["parse", "search"], .success, "parse search"),
    (["--version"], .success, "yelp-query 0.1.0 (wireline)\n"),
    (["search", "--version"], .success, "yelp-query 0.1.0 (wireline)\n"),
    (
      [], .usage,
      "yelp-query: error: no command\n"
        + "yelp-query: hint: yelp-query --help lists the commands\n"
    ),
    (
      ["find"], .usage,
      "yelp-query: error: unknown command \"find\"\n"
        + "yelp-query: hint: yelp-query --help lists the commands\n"
    ),
    (
      ["serch"], .usage,
      "yelp-query: error: unknown command \"serch\"\n"
        + "yelp-query: hint: did you mean \"search\"?\n"
    ),
    (
      ["parse", "--term", "x"], .usage,
      "yelp-query: error: unknown option \"--term\"\n"
        + "yelp-query: hint: yelp-query parse --help lists the options\n"
    ),
    (
      ["parse", "search", "more"], .usage,
      "yelp-query: error: unexpected argument \"more\"\n"
        + "yelp-query: hint: yelp-query parse --help tells how to call it\n"
    ),
  ]

  @Test(arguments: runs)
  func theFirstWordChooses(arguments: [String], status: ExitStatus, text: String) throws {
    let run = try SampleRun(arguments, tool: Root.self)

    #expect((run.status, run.output + run.error) == (status, text))
  }

  /// Options that all commands have may stand before the command.
  @Test(
    arguments: [
      ["-q", "search", "--term", "x"], ["--format", "jsonl", "search", "--term=x"],
      ["--format=jsonl", "-qq", "search", "--term", "x"],
    ])
  func optionsMayComeFirst(arguments: [String]) throws {
    #expect(try SampleRun(arguments, tool: Root.self).output == "search x")
  }

  @Test(arguments: [["-q"], ["--format"], ["--format", "search"], ["--nonsense", "search"]])
  func withoutACommandNothingIsDone(arguments: [String]) throws {
    #expect(try SampleRun(arguments, tool: Root.self).status == .usage)
  }

  @Test func aloneItTellsOfAll() throws {
    let help = try SampleRun(["help"], tool: Root.self)
    let settings = try SampleRun(["--print-config"], tool: Root.self)

    #expect(help.output == (try SampleRun(["--help"], tool: Root.self).output))
    #expect((help.status, settings.status) == (.success, .success))
    #expect(settings.output.contains("format"))
  }

  @Test func theHelpNamesTheWholeCommand() throws {
    #expect(try SampleRun(["--help"], tool: Root.self).output.contains("search"))
    #expect(
      try SampleRun(["search", "--help"], tool: Root.self).output
        .contains("USAGE: yelp-query search ["))
  }

  /// A setting of one sub-command is no fault for the other.
  @Test func settingsOfTheFamilyAreKnown() throws {
    let environment = ["WIRELINE_YELP_QUERY_TERM": "tea"]

    #expect(
      try SampleRun(["search"], tool: Root.self, environment: environment).output == "search tea")
    #expect(
      try SampleRun(["parse"], tool: Root.self, environment: environment).output == "parse -")
  }
}
