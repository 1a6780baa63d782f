import ArgumentParser
import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query parse ENDPOINT`: response records in, the API's objects out: the
/// last third of build, execute, parse.
struct ParseAnswers: ToolCommand {
  static let toolName = "yelp-query"
  static let configuration = CommandConfiguration(
    commandName: "parse", _superCommandName: toolName,
    abstract: "Print what response records hold.", version: ToolVersion.number)
  static let declarations =
    [endpoint, YelpOption.dates, HTTPOptions<YelpDefaults>.maxBody]
    + EnvelopeOptions.declarations + RecordOptions.declarations + FileAccessOptions.declarations
    + CommonOptions.declarations

  @Argument(Self.endpoint) var endpoint: YelpEndpoint?
  @Option(YelpOption.dates) var dates: YelpDates?
  @Option(HTTPOptions<YelpDefaults>.maxBody) var maxBody: Limit<ByteSize>?
  @OptionGroup(title: "Records") var envelope: EnvelopeOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Records") var fileAccess: FileAccessOptions
  @OptionGroup(title: "Common") var common: CommonOptions

  static let endpoint = OptionDeclaration(
    "endpoint", .operand, "what was asked: search, business, reviews …", isConfigurable: false,
    values: .choices("endpoints", YelpEndpoint.self))

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    guard let endpoint else {
      throw UsageError("no endpoint", hint: "yelp-query parse search")
    }
    try records.check()
    try context.requireInput(
      hint: "pipe response records into yelp-query parse \(endpoint.rawValue)")
    let limit = maxBody.map { $0.amount?.bytes } ?? YelpDefaults.policy.maximumBodyBytes
    let files = try fileAccess.files(maximumBytes: limit)
    let writer = AnswerWriter(
      isEnvelope: envelope.envelope ?? false, dates: dates, tool: context.tool)
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
        var record = ErrorRecord(failure, tool: toolName)
        record.describe(item)
        record.url = content.url.isEmpty ? nil : content.url
        return ItemResult(record)
      }
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: toolName))
    }
  }
}

extension YelpEndpoint: ChoiceArgument {}
