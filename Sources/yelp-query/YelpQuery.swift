import ArgumentParser
import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query`: the Yelp API as lines.
@main
struct YelpQuery: SynchronousToolCommand {
  static let toolName = "yelp-query"
  static let configuration = CommandConfiguration(
    commandName: "yelp-query", abstract: "Query the Yelp API.",
    usage: "yelp-query <command> [<options>]", version: ToolVersion.number,
    subcommands: subtools)
  static let declarations = CommonOptions.declarations
  static var subtools: [any ParsableTool.Type] {
    YelpEndpoint.allCases.map(command) + [ParseAnswers.self, ShowQuota.self]
  }

  static func subtool(_ name: String) -> (any ParsableTool.Type)? {
    switch name {
    case "parse": ParseAnswers.self
    case "quota": ShowQuota.self
    default: YelpEndpoint(rawValue: name).map(command)
    }
  }

  /// The command of an endpoint.
  private static func command(_ endpoint: YelpEndpoint) -> any ParsableTool.Type {
    switch endpoint {
    case .search: EndpointCommand<SearchOptions, KeptAnswers>.self
    case .phone: EndpointCommand<PhoneOptions, KeptAnswers>.self
    case .transactions: EndpointCommand<TransactionsOptions, KeptAnswers>.self
    case .business: EndpointCommand<BusinessOptions, KeptAnswers>.self
    case .match: EndpointCommand<MatchOptions, KeptAnswers>.self
    case .reviews: EndpointCommand<ReviewsOptions, KeptAnswers>.self
    case .autocomplete: EndpointCommand<AutocompleteOptions, KeptAnswers>.self
    case .event: EndpointCommand<EventOptions, KeptAnswers>.self
    case .events: EndpointCommand<EventsOptions, KeptAnswers>.self
    case .featuredEvent: EndpointCommand<FeaturedEventOptions, KeptAnswers>.self
    case .categories: EndpointCommand<CategoriesOptions, KeptAnswers>.self
    case .category: EndpointCommand<CategoryOptions, KeptAnswers>.self
    case .chat: EndpointCommand<ChatOptions, PassingAnswers>.self
    case .engagement: EndpointCommand<EngagementOptions, PassingAnswers>.self
    case .serviceOfferings: EndpointCommand<ServiceOfferingsOptions, PassingAnswers>.self
    case .insights: EndpointCommand<InsightsOptions, PassingAnswers>.self
    case .reviewHighlights: EndpointCommand<ReviewHighlightsOptions, PassingAnswers>.self
    case .jobs: EndpointCommand<JobsOptions, PassingAnswers>.self
    case .openings: EndpointCommand<OpeningsOptions, PassingAnswers>.self
    }
  }

  @OptionGroup(title: "Common") var common: CommonOptions

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    throw UsageError("no command", hint: "yelp-query search --help")
  }
}
