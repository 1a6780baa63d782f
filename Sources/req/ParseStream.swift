import WirelineCore
import WirelineRequests

/// Response records in, what is asked of their bodies out: the last third of
/// build, execute, parse.
struct ParseStream {
  /// Whether a response record gets another `ref` on its way.
  private let changesRef: Bool
  private let context: ToolContext
  private let pipe: ToolPipe
  private let check: AnswerCheck
  private let files: RecordFiles

  /// - Parameter files: the files that may hold bodies.
  init(
    _ context: ToolContext, _ records: RecordOptions, check: AnswerCheck, files: RecordFiles
  ) {
    self.files = files
    self.context = context
    self.check = check
    pipe = ToolPipe(
      context, input: PipeInput(operands: [], context: context), records: records,
      names: ResponseRecord.names,
      columns: check.isEmpty ? RequestStream.responseColumns : [],
      takesPlainText: false)
    changesRef = records.refPrefix != nil
  }

  func run(failsOnStatus: Bool) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in
        .result(result(item, failsOnStatus: failsOnStatus))
      }, work: { (_: Never, _) in })
  }

  private func result(_ item: InputItem, failsOnStatus: Bool) -> ItemResult {
    do throws(RecordFault) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      return parsed(try ResponseRecord.read(object, files: files), item, failsOnStatus)
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: context.tool))
    }
  }

  private func parsed(
    _ answer: ResponseRecord.Content, _ item: InputItem, _ failsOnStatus: Bool
  ) -> ItemResult {
    // An answer that is no good one, or of which nothing is asked, stands.
    var result = ItemResult(changesRef ? renamed(item) : PipeRecords(line: item.bytes))
    if answer.isSuccess, !check.isEmpty {
      do throws(AnswerFault) {
        if case .values(let values) = try check.values(in: answer.body) {
          result = ItemResult(ElementRecord.records(values, of: item, bytes: answer.body.count))
        }
      } catch {
        var record = ErrorRecord(error, answer: answer, tool: context.tool)
        record.describe(item)
        return ItemResult(record)
      }
    }
    result.outcome = "parsed"
    if answer.status >= 400, failsOnStatus {
      result.failure = ItemFailure(
        code: .httpStatus, status: .httpStatus,
        message: "HTTP status \(answer.status) for \"\(Secrets.redacted(url: answer.url))\"")
    }
    return result
  }

  private static let ref = JSONNames(["ref"])

  /// The response record with the item's `ref`.
  private func renamed(_ item: InputItem) -> PipeRecords {
    PipeRecords(bytes: item.bytes.count) { writer in
      writer.beginObject()
      writer.member("ref", raw: item.ref)
      if let record = try? JSONView.parse(item.bytes) {
        writer.members(of: record, except: Self.ref)
      }
      writer.endObject()
      writer.endLine()
    }
  }
}
