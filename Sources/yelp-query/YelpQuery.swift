import ArgumentParser
import WirelineCore

/// `yelp-query`: the Yelp API as lines.
@main
struct YelpQuery: SynchronousToolCommand {
  static let toolName = "yelp-query"
  static let configuration = CommandConfiguration(
    commandName: "yelp-query", abstract: "Query the Yelp API.",
    usage: "yelp-query <command> [<options>]", version: ToolVersion.number,
    subcommands: [Search.self])
  static let declarations = CommonOptions.declarations
  static var subtools: [any ParsableTool.Type] { [Search.self] }

  @OptionGroup(title: "Common") var common: CommonOptions

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    throw UsageError("no command", hint: "yelp-query search --help")
  }
}
