import WirelineCore
import WirelineHTTP
import WirelineRequests
import WirelineYelp

/// `yelp-query ENDPOINT`: queries one endpoint, once or for each item of the input.
struct EndpointCommand: AsyncToolCommand {
  private let endpoint: YelpEndpoint
  @OptionGroup var parameters: EndpointOptions
  @OptionGroup var query: QueryOptions
  @OptionGroup var caching: YelpCacheOptions
  @OptionGroup var envelope: EnvelopeOptions
  @OptionGroup var records: RecordOptions
  @OptionGroup var jobs: JobOptions<YelpDefaults>
  @OptionGroup var http: HTTPOptions<YelpDefaults>
  @OptionGroup var common: CommonOptions

  init(_ endpoint: YelpEndpoint) {
    self.endpoint = endpoint
    _parameters = OptionGroup(wrappedValue: EndpointOptions(endpoint), "Parameters")
    _query = OptionGroup(wrappedValue: QueryOptions(), "Query")
    _caching = OptionGroup(
      wrappedValue: YelpCacheOptions(isCacheable: endpoint.isCacheable), "Cache")
    _envelope = OptionGroup(wrappedValue: EnvelopeOptions(), "Records")
    _records = OptionGroup(wrappedValue: RecordOptions(), "Records")
    _jobs = OptionGroup(wrappedValue: JobOptions(), "Requests")
    _http = OptionGroup(wrappedValue: HTTPOptions(), "HTTP")
    _common = OptionGroup(wrappedValue: CommonOptions(), "Common")
  }

  static func command(_ endpoint: YelpEndpoint) -> Command {
    Command(
      "yelp-query", name: endpoint.rawValue, abstract: endpoint.abstract,
      operands: endpoint.operand == nil ? "" : "[ITEM…]",
      mainOptions: endpoint.parameters.filter(\.hasOption).prefix(12).map(\.option)
        + [
          "all", "max-results", "links", "dry-run", "build", "cache", "envelope", "fields",
          "format",
        ]
    ) { EndpointCommand(endpoint) }
  }

  var exclusiveOptions: [[OptionDeclaration]] {
    let modes = [parameters.links?.projectedValue, query.$build, query.$dryRun, envelope.$envelope]
    return [modes.compactMap(\.self), [query.$build, query.$adapter]] + http.exclusiveOptions
      + (caching.use?.exclusiveOptions ?? [])
  }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    guard option.name == "fields" else { return nil }
    return .list(
      WordList("fields", plain: { [endpoint] in ["ref", "rank"] + endpoint.fields + ["error"] }))
  }

  /// A request, a link, or all answers to an item, has members of its own.
  private var view: RecordView {
    query.build || query.dryRun || isPrintingLinks || envelope.envelope == true
      ? .columns([]) : AnswerView.of(endpoint)
  }

  private var isPrintingLinks: Bool { parameters.links?.wrappedValue ?? false }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try records.check()
    let question = try question(context)
    let source = try QuestionSource(question, items: parameters.items, context)
    let composition = QueryComposition(query, http, jobs, caching, context)
    let building = try composition.building()
    let run = QueryRun(
      context: context, question: question, source: source, pages: parameters.pages,
      walks: YelpWalks(limit: composition.jobs),
      writer: AnswerWriter(
        isEnvelope: envelope.envelope ?? false, dates: parameters.dates, tool: context.tool),
      pipe: ToolPipe(
        context, input: source.input, records: records, names: YelpInputRecord.names,
        view: view,
        takesPlainText: endpoint.subject != nil))
    if isPrintingLinks { return await run.printLinks() }
    if query.build {
      if parameters.pages.isWalk {
        throw UsageError(
          "--build cannot follow pages: the next one is known by the answer",
          hint: "build one request a page, with --offset and --limit")
      }
      return await run.build(building)
    }
    let keys = YelpKeySource(context, file: query.server.apiKeyFile)
    if query.dryRun {
      let cache = try composition.cache(endpoint, building, hiding: SentSecrets())
      guard let key = keys.key() else { return .unauthorized }
      return await run.plan(building, composition.planner(building, cache, key: key))
    }
    guard let key = keys.key(isReplay: http.replay != nil) else { return .unauthorized }
    let secrets = SentSecrets()
    secrets.note(key)
    let allowance = composition.allowance(key, building)
    let gateway = try composition.gateway(
      building, key, allowance,
      try composition.cache(endpoint, building, hiding: secrets), hiding: secrets)
    // Where the quota is spent, what is left comes out again, to be asked later.
    return await run.ask(gateway, hiding: secrets) { allowance?.isExhausted == true }
  }

  /// What the options say of every question; the items say the rest.
  private func question(_ context: ToolContext) throws(UsageError) -> YelpQuestion {
    var question = YelpQuestion(endpoint)
    do throws(YelpFault) {
      for (name, text) in parameters.values {
        if let text { try question.set(name, text) { context.diagnostics.warning($0) } }
      }
      try question.checkConflicts()
    } catch {
      throw UsageError(error)
    }
    return question
  }
}

extension UsageError {
  /// A value that an option cannot have.
  init(_ fault: YelpFault) {
    switch fault {
    case .parameter(let name, let reason, let suggestion):
      self.init(
        "invalid --\(YelpParameter.option(name)): \(reason)",
        hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .missing(let names):
      let options = names.map { "--\(YelpParameter.option($0))" }.joined(separator: ", ")
      self.init("\(options) \(names.count == 1 ? "is" : "are") missing")
    case .placeMissing, .decode: self.init(fault.description)
    }
  }
}

extension YelpEndpoint {
  /// The fields that a shell offers for `--fields`: the usual ones, not all.
  fileprivate var fields: [String] {
    switch self {
    case .search, .phone, .transactions, .business, .match: Self.businessFields
    case .reviews:
      ["id", "text", "url", "rating", "time_created", "user", "user.name", "language"]
    case .event, .events, .featuredEvent: Self.eventFields
    case .categories, .category:
      ["alias", "title", "parent_aliases", "country_whitelist", "country_blacklist"]
    case .autocomplete: ["text", "id", "name", "alias", "title"]
    case .chat: ["chat_id", "response", "response.text", "types", "entities"]
    case .engagement, .insights: ["business_id", "metrics"]
    case .serviceOfferings: ["id", "name", "description", "url"]
    case .reviewHighlights: ["text", "rating", "feedback_count", "language"]
    case .jobs: ["id", "name", "alias", "description"]
    case .openings: ["date", "times"]
    }
  }

  private static let businessFields = [
    "id", "alias", "name", "image_url", "url", "is_closed", "is_claimed", "review_count", "rating",
    "price", "categories", "coordinates", "coordinates.latitude", "coordinates.longitude",
    "location", "location.address1", "location.city", "location.zip_code", "location.country",
    "transactions", "phone", "display_phone", "distance", "photos", "hours", "business_hours",
    "special_hours", "messaging", "attributes",
  ]

  private static let eventFields = [
    "id", "name", "category", "description", "business_id", "event_site_url", "image_url",
    "tickets_url", "attending_count", "interested_count", "cost", "cost_max", "is_canceled",
    "is_free", "is_official", "latitude", "longitude", "location", "location.city", "time_start",
    "time_end",
  ]
}
