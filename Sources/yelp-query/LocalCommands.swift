import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query parse ENDPOINT`: prints the results in response records, such as those that `req`
/// prints for the requests of `yelp-query --build`.
struct ParseCommand: AsyncToolCommand {
  static let command = Command(
    "yelp-query", name: "parse", abstract: "Print the results in response records",
    operands: "<endpoint> < records",
    mainOptions: ["dates", "envelope", "copy", "fields", "format", "tolerate", "quiet", "verbose"]
  ) { ParseCommand() }

  @Operand(
    "endpoint", "Endpoint of the requests: search, business, reviews …",
    values: .choices("endpoints", YelpEndpoint.self))
  var endpoint: YelpEndpoint?
  private var times = DateOptions()
  private var repeats = UniqueOption()
  private var body = BodyLimitOption<YelpDefaults>()
  @OptionGroup("Records") var envelope = EnvelopeOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    guard let endpoint else {
      throw UsageError("missing endpoint", hint: "yelp-query parse search")
    }
    let limit = body.maxBody.map { $0.amount?.bytes } ?? YelpDefaults.policy.maximumBodyBytes
    let parser = ResponseParser(
      endpoint, isEnvelope: envelope.envelope ?? false, dates: times.dates,
      unique: repeats.unique, files: try fileAccess.files(maximumBytes: limit))
    return try await parser.run(context, records)
  }
}

/// `yelp-query quota`: prints the remaining API calls of the key.
struct QuotaCommand: SynchronousToolCommand {
  static let command = Command(
    "yelp-query", name: "quota", abstract: "Show the daily quota of the API key", operands: "",
    mainOptions: ["api-key-file", "base-url", "fields", "format", "quiet", "verbose"]
  ) { QuotaCommand() }

  var server = ServerOptions()
  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    try QuotaPrinter.run(server, context)
  }
}
