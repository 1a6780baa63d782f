package import WirelineCore
internal import WirelineRequests

/// `yelp-query parse ENDPOINT`: prints the results in response records, such as those that `req`
/// prints for the requests of `yelp-query --build`.
package struct ParseCommand: AsyncToolCommand {
  package static let command = Command(
    "yelp-query", name: "parse", abstract: "Print the results in response records",
    operands: "<endpoint> < records",
    mainOptions: ["dates", "envelope", "copy", "fields", "format", "tolerate", "quiet", "verbose"]
  ) { ParseCommand() }

  @Operand(
    "endpoint", "Endpoint of the requests: search, business, reviews …",
    values: .choices(YelpEndpoint.self))
  private var endpoint: YelpEndpoint?
  private var times = DateOptions()
  private var repeats = UniqueOption()
  private var body = BodyLimitOption<YelpDefaults>()
  @OptionGroup("Records") private var envelope = EnvelopeOptions()
  @OptionGroup("Records") private var records = RecordOptions()
  @OptionGroup("Records") private var fileAccess = FileAccessOptions()
  @OptionGroup("Common") package var common = CommonOptions()

  package func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    guard let endpoint else {
      throw UsageError("missing endpoint", hint: "yelp-query parse search")
    }
    let limit = body.maxBody.map { $0.amount?.bytes } ?? YelpDefaults.policy.maximumBodyBytes
    let files = try fileAccess.files(maximumBytes: limit)
    let isEnvelope = envelope.envelope ?? false
    try records.check(readsInput: true)
    try context.requireInput(
      hint: "pipe response records into yelp-query parse \(endpoint.rawValue)")
    var form = InputForm()
    form.consistsOfResponses = true
    let pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names,
      view: isEnvelope ? .columns([]) : YelpViews.results(of: endpoint),
      acceptsPlainText: false, form: form)
    let writer = ResponseWriter(isEnvelope: isEnvelope, dates: times.dates, unique: repeats.unique)
    let status = await pipe.run(
      prepare: { item in
        .result(result(of: item, from: endpoint, files: files, writer, tool: context.tool))
      })
    writer.printed.report(context.diagnostics)
    return status
  }

  private func result(
    of item: InputItem, from endpoint: YelpEndpoint, files: RecordFiles, _ writer: ResponseWriter,
    tool: String
  ) -> ItemResult {
    do throws(InputRecordError) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      let content = try ResponseRecord.read(object, files: files)
      let result = YelpResultList.parse(
        endpoint, status: content.status, body: content.body, headers: [:],
        attempts: content.attempts ?? 0)
      switch result {
      case .success(let response):
        let list = YelpResultList(
          responses: [response], url: content.url, source: content.source, elapsed: content.elapsed,
          bytes: content.body.count)
        return writer.result(
          list, item, isNearby: endpoint.hasRepeats && content.url.contains(text: "latitude="))
      case .failure(let failure):
        var record = ErrorRecord(failure, tool: tool)
        record.describe(item)
        record.url = content.url.isEmpty ? nil : content.url
        return ItemResult(record)
      }
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: tool))
    }
  }
}
