import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query`: the Yelp API as lines.
@main
struct YelpQuery: SynchronousToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "yelp-query", abstract: "Query the Yelp API.", operands: "<command> [ITEM…]",
    mainOptions: ["format", "fields", "quiet", "verbose"],
    subcommands: Command.Subcommands(YelpEndpoint.allCases.map(\.rawValue) + ["parse", "quota"]) {
      switch $0 {
      case "parse": ParseAnswers.command
      case "quota": ShowQuota.command
      default: YelpEndpoint(rawValue: $0).map(EndpointCommand.command)
      }
    },
    sharedOptions: { SharedOptions.declarations }
  ) { YelpQuery() }

  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    throw UsageError("missing command", hint: "yelp-query search --help")
  }
}
