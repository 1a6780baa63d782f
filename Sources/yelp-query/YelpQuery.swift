import ArgumentParser
import WirelineCore

/// `yelp-query`: the Yelp API as lines.
@main
struct YelpQuery: SynchronousToolCommand {
  static let toolName = "yelp-query"
  static let configuration = CommandConfiguration(
    commandName: "yelp-query", abstract: "Query the Yelp API.",
    usage: "yelp-query <command> [<options>]", version: ToolVersion.number,
    subcommands: subtools.map { $0 })
  static let declarations = CommonOptions.declarations
  static let subtools: [any ParsableTool.Type] = [
    EndpointCommand<SearchOptions, KeptAnswers>.self,
    EndpointCommand<PhoneOptions, KeptAnswers>.self,
    EndpointCommand<TransactionsOptions, KeptAnswers>.self,
    EndpointCommand<BusinessOptions, KeptAnswers>.self,
    EndpointCommand<MatchOptions, KeptAnswers>.self,
    EndpointCommand<ReviewsOptions, KeptAnswers>.self,
    EndpointCommand<AutocompleteOptions, KeptAnswers>.self,
    EndpointCommand<EventOptions, KeptAnswers>.self,
    EndpointCommand<EventsOptions, KeptAnswers>.self,
    EndpointCommand<FeaturedEventOptions, KeptAnswers>.self,
    EndpointCommand<CategoriesOptions, KeptAnswers>.self,
    EndpointCommand<CategoryOptions, KeptAnswers>.self,
    EndpointCommand<ChatOptions, PassingAnswers>.self,
    EndpointCommand<EngagementOptions, PassingAnswers>.self,
    EndpointCommand<ServiceOfferingsOptions, PassingAnswers>.self,
    EndpointCommand<InsightsOptions, PassingAnswers>.self,
    EndpointCommand<ReviewHighlightsOptions, PassingAnswers>.self,
    EndpointCommand<JobsOptions, PassingAnswers>.self,
    EndpointCommand<OpeningsOptions, PassingAnswers>.self,
    ParseAnswers.self, ShowQuota.self,
  ]

  @OptionGroup(title: "Common") var common: CommonOptions

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    throw UsageError("no command", hint: "yelp-query search --help")
  }
}
