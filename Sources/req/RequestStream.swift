import WirelineCore
import WirelineHTTP

/// Request records in, response records out.
struct RequestStream {
  private let context: ToolContext
  private let pipe: ToolPipe
  /// The one request that the command line describes; nil for a stream.
  private let composed: RequestSpecification?
  private let limits: BodyLimits
  /// Fields that a built request carries beside its own.
  private let addedHeaders: [HeaderArgument]

  /// A class, because many hands pass it on.
  private final class Job: Sendable {
    let specification: RequestSpecification
    let item: InputItem
    let body: BodyDestination

    init(_ specification: RequestSpecification, of item: InputItem, body: BodyDestination) {
      self.specification = specification
      self.item = item
      self.body = body
    }
  }

  /// The largest decoded bodies in bytes; nil is no limit.
  struct BodyLimits {
    var embedded: Int?
    var inFile: Int?
  }

  /// What becomes of a request.
  enum Mode: Sendable {
    case execute
    /// Printed as a record.
    case build
    /// Printed as a record, after what this makes of it.
    case show(@Sendable (RequestSpecification) -> RequestSpecification)
  }

  /// - Parameter composed: the one request; nil reads records from stdin.
  init(
    _ context: ToolContext, _ records: RecordOptions, composed: RequestSpecification?,
    limits: BodyLimits, addedHeaders: [HeaderArgument] = []
  ) {
    self.limits = limits
    self.addedHeaders = addedHeaders
    self.context = context
    self.composed = composed
    let input =
      composed == nil ? PipeInput(operands: [], context: context) : PipeInput.options
    pipe = ToolPipe(
      context, input: input, records: records, names: RequestRecord.names,
      columns: ["ref", "status", "url", "bytes", "elapsed_ms"], takesPlainText: true)
  }

  func run(
    _ executor: any RequestExecuting, _ mode: Mode, failsOnStatus: Bool
  ) async -> ExitStatus {
    await pipe.run(
      prepare: { item in prepare(item, mode) },
      work: { (job: Job, done) in
        executor.start(job.specification, body: job.body) { result in
          done(self.result(result, job, failsOnStatus: failsOnStatus))
        }
      })
  }

  private func prepare(_ item: InputItem, _ mode: Mode) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      let specification = try specification(item)
      switch mode {
      case .execute:
        return .job(Job(specification, of: item.withoutMembers, body: destination(specification)))
      case .build: return .result(printed(built(specification), item))
      case .show(let completed): return .result(printed(completed(specification), item))
      }
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  private func printed(_ request: RequestSpecification, _ item: InputItem) -> ItemResult {
    ItemResult(
      PipeRecords(bytes: item.bytes.count) { writer in
        RequestRecord(request, identifier: item.ref).write(to: &writer)
        writer.endLine()
      })
  }

  private func built(_ specification: RequestSpecification) -> RequestSpecification {
    var request = specification
    for field in addedHeaders {
      if field.isRemoval {
        request.suppressedHeaders.append(field.name)
      } else {
        request.headers.setDefault(field.name, field.value)
      }
    }
    return request
  }

  private func destination(_ specification: RequestSpecification) -> BodyDestination {
    specification.output.map { .file(path: $0, limit: limits.inFile) }
      ?? .memory(limit: limits.embedded)
  }

  private func specification(_ item: InputItem) throws(RecordFault) -> RequestSpecification {
    if let composed { return composed }
    if let object = item.object { return try RequestRecord(object).specification }
    do throws(InvalidURL) {
      return RequestSpecification(url: try RequestURL(item.text))
    } catch {
      throw .invalidURL(error)
    }
  }

  private func result(
    _ result: Result<Response, RequestError>, _ job: Job, failsOnStatus: Bool
  ) -> ItemResult {
    switch result {
    case .failure(let error):
      var record = ErrorRecord(error, tool: context.tool)
      record.describe(job.item)
      record.url = job.specification.url.text
      return ItemResult(record)
    case .success(let response):
      var result = ItemResult(
        PipeRecords(bytes: response.bodyBytes) { writer in
          writer.beginObject()
          ResponseRecord(response, ref: job.item.ref).writeMembers(to: &writer)
          job.item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.bytes = response.bodyBytes
      result.outcome = response.source.rawValue
      if response.status >= 400, failsOnStatus {
        result.failure = ItemFailure(
          code: .httpStatus, status: .httpStatus,
          message: "HTTP status \(response.status) for \"\(response.url.text)\"")
      }
      return result
    }
  }
}
