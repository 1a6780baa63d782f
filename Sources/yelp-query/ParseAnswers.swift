import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query parse ENDPOINT`: response records in, the API's objects out: the
/// last third of build, execute, parse.
struct ParseAnswers: AsyncToolCommand {
  static let command = Command(
    "yelp-query", name: "parse", abstract: "Print the objects in response records.",
    operands: "<endpoint> < records",
    mainOptions: ["dates", "envelope", "copy", "fields", "format", "tolerate", "quiet", "verbose"]
  ) { ParseAnswers() }

  @Operand(
    "endpoint", "what was asked: search, business, reviews …",
    values: .choices("endpoints", YelpEndpoint.self))
  var endpoint: YelpEndpoint?
  private var times = DateOptions()
  private var body = BodyLimitOption<YelpDefaults>()
  @OptionGroup("Records") var envelope = EnvelopeOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    guard let endpoint else {
      throw UsageError("no endpoint", hint: "yelp-query parse search")
    }
    try records.check()
    try context.requireInput(
      hint: "pipe response records into yelp-query parse \(endpoint.rawValue)")
    let limit = body.maxBody.map { $0.amount?.bytes } ?? YelpDefaults.policy.maximumBodyBytes
    let files = try fileAccess.files(maximumBytes: limit)
    let writer = AnswerWriter(
      isEnvelope: envelope.envelope ?? false, dates: times.dates, tool: context.tool)
    let pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names,
      view: envelope.envelope == true ? .columns([]) : AnswerView.of(endpoint),
      takesPlainText: false)
    return await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in
        .result(Self.result(item, endpoint, writer, files))
      }, work: { (_: Never, _) in })
  }

  private static func result(
    _ item: InputItem, _ endpoint: YelpEndpoint, _ writer: AnswerWriter, _ files: RecordFiles
  ) -> ItemResult {
    do throws(RecordFault) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      let content = try ResponseRecord.read(object, files: files)
      let answer = YelpReply.parse(
        endpoint, status: content.status, body: content.body, headers: [:],
        attempts: content.attempts ?? 0)
      switch answer {
      case .success(let answer):
        let reply = YelpReply(
          answers: [answer], url: content.url, source: content.source, elapsed: content.elapsed,
          bytes: content.body.count)
        return writer.result(reply, item)
      case .failure(let failure):
        var record = ErrorRecord(failure, tool: command.tool)
        record.describe(item)
        record.url = content.url.isEmpty ? nil : content.url
        return ItemResult(record)
      }
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: command.tool))
    }
  }
}

extension YelpEndpoint: ChoiceArgument {}
