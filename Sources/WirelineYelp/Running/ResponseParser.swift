package import WirelineCore
package import WirelineRequests

/// `yelp-query parse`: prints the results that response records contain.
package struct ResponseParser: Sendable {
  private let endpoint: YelpEndpoint
  private let isEnvelope: Bool
  private let dates: YelpDates?
  private let unique: Bool?
  private let files: RecordFiles

  package init(
    _ endpoint: YelpEndpoint, isEnvelope: Bool, dates: YelpDates?, unique: Bool? = nil,
    files: RecordFiles
  ) {
    self.endpoint = endpoint
    self.isEnvelope = isEnvelope
    self.dates = dates
    self.unique = unique
    self.files = files
  }

  package func run(
    _ context: ToolContext, _ records: RecordOptions
  ) async throws(UsageError) -> ExitStatus {
    try records.check()
    try context.requireInput(
      hint: "pipe response records into yelp-query parse \(endpoint.rawValue)")
    var form = InputForm()
    form.consistsOfResponses = true
    let pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names,
      view: isEnvelope ? .columns([]) : YelpViews.results(of: endpoint),
      acceptsPlainText: false, form: form)
    let writer = ResponseWriter(isEnvelope: isEnvelope, dates: dates, unique: unique)
    let status = await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in
        .result(result(item, writer, tool: context.tool))
      }, work: { (_: Never, _) in })
    writer.printed.report(context.diagnostics)
    return status
  }

  private func result(_ item: InputItem, _ writer: ResponseWriter, tool: String) -> ItemResult {
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
          list, item, isNearby: endpoint.hasRepeats && content.url.contains("latitude="))
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
