internal import WirelineCore
internal import WirelineRequests

/// `--parse`: reads response records, checks their bodies and prints the selected values.
struct ParseStream {
  private let context: ToolContext
  private let pipe: ToolPipe
  private let check: ResponseCheck
  private let files: RecordFiles
  private let failsOnStatus: Bool
  /// Whether `--ref-prefix` changes the `ref` of each record.
  private let changesRef: Bool

  init(
    _ context: ToolContext, _ records: RecordOptions, check: ResponseCheck, files: RecordFiles,
    failsOnStatus: Bool
  ) {
    self.context = context
    self.check = check
    self.files = files
    self.failsOnStatus = failsOnStatus
    changesRef = records.refPrefix != nil
    var form = InputForm()
    form.consistsOfResponses = true
    pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names, view: .columns(check.isEmpty ? ResponseRecord.columns : []),
      acceptsPlainText: false, form: form)
  }

  func run() async -> ExitStatus {
    await pipe.run(prepare: { item in .result(result(item)) })
  }

  private func result(_ item: InputItem) -> ItemResult {
    do throws(InputRecordError) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      return result(
        try ResponseRecord.read(object, files: files), item,
        type: check.selectsValues ? ResponseRecord.mediaType(object) : nil)
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: context.tool))
    }
  }

  private func result(
    _ response: ResponseRecord.Content, _ item: InputItem, type: String?
  ) -> ItemResult {
    if response.status >= 400, failsOnStatus {
      let failure = about(
        item,
        ErrorRecord(
          status: response.status, url: response.url, attempts: response.attempts,
          tool: context.tool))
      if check.selectsValues { return ItemResult(failure) }
      return ItemResult(records(item, failure), failure: ItemFailure(failure))
    }
    var result = ItemResult(records(item, nil))
    if response.isSuccess, !check.isEmpty {
      var values: [JSONView] = []
      var failure: ErrorRecord?
      do throws(CheckFailure) {
        try check.select(from: response.body, type: type, into: &values)
      } catch {
        failure = about(
          item,
          ErrorRecord(
            error, status: response.status, url: response.url, attempts: response.attempts,
            tool: context.tool))
      }
      let elements = ElementRecord.records(values, of: item, bytes: response.body.count)
      if let failure {
        var result = ItemResult(failure)
        result.records = PipeRecords([elements, result.records])
        return result
      }
      if check.selectsValues { result = ItemResult(elements) }
    }
    result.outcome = "parsed"
    return result
  }

  /// The record with the input of the request, if the response contains it. The response itself is
  /// not an input that `--retry-errors` could send.
  private func about(_ item: InputItem, _ record: ErrorRecord) -> ErrorRecord {
    var record = record.about(item)
    let response = try? JSONView.parse(item.bytes)
    record.input = response?["input"]?.unescapedBytes
    record.line = response?["line"]?.integer
    return record
  }

  private static let rewritten = JSONNames(["error", "ref"])

  /// The record of the input, with an error if its status fails and it has none.
  private func records(_ item: InputItem, _ failure: ErrorRecord?) -> PipeRecords {
    let line = PipeRecords(line: item.bytes)
    guard changesRef || failure != nil, let record = try? JSONView.parse(item.bytes) else {
      return line
    }
    let error = record["error"].flatMap { $0.type == .object ? $0 : nil }
    if error != nil, !changesRef { return line }
    return PipeRecords(bytes: item.bytes.count) { writer in
      writer.object { writer in
        if let error {
          writer.field("error", error)
        } else if let failure {
          writer.key("error")
          writer.object(failure.writeError)
        }
        writer.field("ref", raw: item.ref)
        writer.fields(of: record, except: Self.rewritten)
      }
      writer.endLine()
    }
  }
}
