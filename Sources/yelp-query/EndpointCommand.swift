import ArgumentParser
import WirelineCore
import WirelineHTTP
import WirelineRequests
import WirelineYelp

/// `yelp-query ENDPOINT`: asks one endpoint, once or for each item of input.
struct EndpointCommand<Parameters: EndpointOptions, Caching: YelpCaching>: ToolCommand {
  static var toolName: String { YelpQuery.toolName }
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Parameters.endpoint.rawValue, _superCommandName: toolName,
      abstract: Parameters.abstract, version: ToolVersion.number)
  }
  static var declarations: [OptionDeclaration] {
    Parameters.declarations + QueryOptions.declarations + Caching.declarations
      + EnvelopeOptions.declarations + RecordOptions.declarations
      + JobOptions<YelpDefaults>.declarations + HTTPOptions<YelpDefaults>.declarations
      + CommonOptions.declarations
  }

  @OptionGroup(title: "Parameters") var parameters: Parameters
  @OptionGroup(title: "Query") var query: QueryOptions
  @OptionGroup(title: "Cache") var caching: Caching
  @OptionGroup(title: "Records") var envelope: EnvelopeOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Requests") var jobs: JobOptions<YelpDefaults>
  @OptionGroup(title: "HTTP") var http: HTTPOptions<YelpDefaults>
  @OptionGroup(title: "Common") var common: CommonOptions

  /// A request, a link, or all answers to an item, has members of its own.
  private var view: RecordView {
    query.build || query.dryRun || parameters.links || envelope.envelope == true
      ? .columns([]) : AnswerView.of(Parameters.endpoint)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try checkModes(context)
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
        takesPlainText: Parameters.endpoint.subject != nil))
    if parameters.links { return await run.printLinks() }
    if query.build {
      if parameters.pages.isWalk {
        throw UsageError(
          "--build cannot follow pages: the next one is known by the answer",
          hint: "build one request a page, with --offset and --limit")
      }
      return await run.build(building)
    }
    let keys = YelpKeySource(context, file: query.apiKeyFile)
    if query.dryRun {
      let cache = try composition.cache(Parameters.endpoint, building, hiding: SentSecrets())
      guard let key = keys.key() else { return .unauthorized }
      return await run.plan(building, composition.planner(building, cache, key: key))
    }
    guard let key = keys.key(isReplay: http.replay != nil) else { return .unauthorized }
    let secrets = SentSecrets()
    secrets.note(key)
    let allowance = composition.allowance(key, building)
    let gateway = try composition.gateway(
      building, key, allowance,
      try composition.cache(Parameters.endpoint, building, hiding: secrets), hiding: secrets)
    // Where the quota is spent, what is left comes out again, to be asked later.
    return await run.ask(gateway, hiding: secrets) { allowance?.isExhausted == true }
  }

  /// - Throws: where the command line gives an option beside one that leaves it nothing to do.
  private func checkModes(_ context: ToolContext) throws(UsageError) {
    func isGiven(_ option: OptionDeclaration) -> Bool {
      context.given.contains { $0.name == option.name }
    }
    let modes = [
      (YelpOption.links, parameters.links), (QueryOptions.build, query.build),
      (QueryOptions.dryRun, query.dryRun),
      (EnvelopeOptions.envelope, envelope.envelope == true && isGiven(EnvelopeOptions.envelope)),
    ].filter(\.1).map(\.0.name)
    if modes.count > 1 { throw UsageError("--\(modes[0]) and --\(modes[1]) exclude each other") }
    if query.build, isGiven(QueryOptions.adapter) {
      throw UsageError(
        "--build and --adapter exclude each other",
        hint: "pipe what is built through the command")
    }
  }

  /// What the options say of every question; the items say the rest.
  private func question(_ context: ToolContext) throws(UsageError) -> YelpQuestion {
    var question = YelpQuestion(Parameters.endpoint)
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
        "invalid --\(Self.option(name)): \(reason)",
        hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .missing(let names):
      let options = names.map { "--\(Self.option($0))" }.joined(separator: ", ")
      self.init("\(options) \(names.count == 1 ? "is" : "are") missing")
    case .placeMissing, .decode: self.init(fault.description)
    }
  }

  private static func option(_ name: String) -> String {
    String(name.map { $0 == "_" ? "-" : $0 })
  }
}
