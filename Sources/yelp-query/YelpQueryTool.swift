import WirelineCities
import WirelineCore
import WirelineHTTP
import WirelineYelp

/// `yelp-query`: queries the Yelp API and prints the results as records.
@main
struct YelpQueryTool: SynchronousToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "yelp-query", abstract: "Query the Yelp API", operands: "<command> [ITEM…]",
    mainOptions: ["format", "fields", "quiet", "verbose"],
    subcommands: Command.Subcommands(YelpEndpoint.allCases.map(\.rawValue) + ["parse", "quota"]) {
      switch $0 {
      case "parse": ParseCommand.command
      case "quota": QuotaCommand.command
      default: YelpEndpoint(rawValue: $0).map(EndpointCommand.command)
      }
    },
    sharedOptions: { CitySharedOptions.declarations }
  ) { YelpQueryTool() }

  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    throw UsageError("missing command", hint: "yelp-query search --help")
  }
}

/// `yelp-query ENDPOINT`: queries one endpoint, once or for each item of the input.
private struct EndpointCommand: AsyncToolCommand {
  let settings: QuerySettings

  static func command(_ endpoint: YelpEndpoint) -> Command {
    Command(
      "yelp-query", name: endpoint.rawValue, abstract: endpoint.abstract,
      operands: endpoint.operand == nil ? "" : "[ITEM…]",
      mainOptions: QuerySettings.mainOptions(of: endpoint),
      hints: QuerySettings.hints(of: endpoint)
    ) {
      EndpointCommand(
        settings: QuerySettings(
          endpoint,
          completion: YelpCompletion(city: .city, countries: .countries)))
    }
  }

  var common: CommonOptions { settings.common }

  var exclusiveOptions: [[OptionDeclaration]] { settings.exclusiveOptions }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    option.name == "fields" ? settings.endpoint.fieldNames : nil
  }

  func impliedValues(given: (String) -> String?) -> [String: String] {
    settings.impliedValues(given: given)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let runner = QueryRunner(
      settings, context, acceptEncoding: RequestExecutor.offeredEncodings)
    return try await runner.run { transport throws(UsageError) in
      try RequestExecutor(
        settings.http, policy: transport.policy, fields: transport.fields, context: context,
        cache: transport.cache, observers: transport.observers)
    }
  }
}
