internal import WirelineCore

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
    pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names, view: .columns(check.isEmpty ? ResponseRecord.columns : []),
      acceptsPlainText: false)
  }

  func run() async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in .result(result(item)) },
      work: { (_: Never, _) in })
  }

  private func result(_ item: InputItem) -> ItemResult {
    do throws(InputRecordError) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      return result(try ResponseRecord.read(object, files: files), item)
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: context.tool))
    }
  }

  private func result(_ response: ResponseRecord.Content, _ item: InputItem) -> ItemResult {
    var result = ItemResult(changesRef ? renamed(item) : PipeRecords(line: item.bytes))
    if response.isSuccess, !check.isEmpty {
      do throws(CheckFailure) {
        if case .values(let values) = try check.values(in: response.body) {
          result = ItemResult(ElementRecord.records(values, of: item, bytes: response.body.count))
        }
      } catch {
        let record = ErrorRecord(error, content: response, tool: context.tool)
        return ItemResult(record.about(item))
      }
    }
    result.outcome = "parsed"
    if response.status >= 400, failsOnStatus {
      result.failure = ItemFailure(
        code: .httpStatus, status: .httpStatus,
        message: "HTTP status \(response.status) for \"\(Secrets.redacted(url: response.url))\"")
    }
    return result
  }

  private static let ref = JSONNames(["ref"])

  private func renamed(_ item: InputItem) -> PipeRecords {
    PipeRecords(bytes: item.bytes.count) { writer in
      writer.beginObject()
      writer.field("ref", raw: item.ref)
      if let record = try? JSONView.parse(item.bytes) {
        writer.fields(of: record, except: Self.ref)
      }
      writer.endObject()
      writer.endLine()
    }
  }
}
