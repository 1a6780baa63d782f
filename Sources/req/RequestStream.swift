import Glibc
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// Request records in, response records out. A class, because each request keeps it until its end.
final class RequestStream: Sendable {
  private let context: ToolContext
  private let pipe: ToolPipe
  /// The one request that the command line describes; nil for a stream.
  private let composed: RequestSpecification?
  private let limits: BodyLimits
  /// What is asked of the bodies of good answers.
  private let check: AnswerCheck
  /// How answers that come in pages are followed; nil where they are not.
  private let pages: PageOptions.Pages?
  /// Of what the items do not say.
  private let defaults: RequestDefaults
  /// The files that records may name.
  private let files: RecordFiles
  /// Whether bodies that are in a record are coded, if that makes them shorter.
  private let compressesBodies: Bool
  /// Whether a response with a status of 400 and above is told without its body.
  private let hidesErrorBodies: Bool

  /// The batch that the stream is a part of.
  private let batch: Batch

  /// A class, because many hands pass it on.
  private final class Job: Sendable {
    let specification: RequestSpecification
    let item: InputItem
    let body: BodyDestination
    /// The item's key in the journal; nil without a journal.
    let key: JournalKey?

    init(
      _ specification: RequestSpecification, of item: InputItem, body: BodyDestination,
      key: JournalKey?
    ) {
      self.specification = specification
      self.item = item
      self.body = body
      self.key = key
    }
  }

  /// The shard and the journal of a stream; nil where it has none.
  struct Batch: Sendable {
    var part: BatchPart?
    var ledger: BatchLedger?
  }

  /// The largest decoded bodies in bytes; nil is no limit.
  struct BodyLimits {
    var embedded: Int?
    var inFile: Int?
  }

  /// What becomes of a request.
  enum Mode: Sendable {
    case execute
    /// Printed as a record, after what this makes of it.
    case print(@Sendable (RequestSpecification) -> RequestSpecification)
    /// Not sent, for the reason in this record.
    case refuse(ErrorRecord)
  }

  static let responseColumns = ["ref", "status", "url", "bytes", "elapsed_ms"]

  /// - Parameters:
  ///   - composed: the one request; nil reads records from stdin.
  ///   - printsRequests: instead of sending them.
  ///   - defaults: what holds for items that do not say it.
  ///   - files: the files that records may name.
  ///   - compressesBodies: those that are in a record; a file goes as it is.
  ///   - batch: the shard and the journal.
  init(
    _ context: ToolContext, _ records: RecordOptions, composed: RequestSpecification?,
    limits: BodyLimits, check: AnswerCheck, printsRequests: Bool, pages: PageOptions.Pages?,
    defaults: RequestDefaults, files: RecordFiles, compressesBodies: Bool, hidesErrorBodies: Bool,
    showsProgress: Bool, batch: Batch
  ) {
    self.batch = batch
    self.defaults = defaults
    self.files = files
    self.compressesBodies = compressesBodies
    self.hidesErrorBodies = hidesErrorBodies
    self.check = check
    self.pages = pages
    self.limits = limits
    self.context = context
    self.composed = composed
    let input = Self.input(composed, context)
    var form = InputForm()
    batch.part?.apply(
      to: &form, Self.members,
      maximumLineBytes: records.pipeOptions.maximumLineBytes)
    pipe = ToolPipe(
      context, input: input, records: records, names: RequestRecord.names,
      // A request, or a value out of a body, has members of its own.
      columns: printsRequests || !check.isEmpty ? [] : Self.responseColumns, takesPlainText: true,
      form: form, showsProgress: showsProgress)
  }

  /// The one request that the options describe, or lines of stdin.
  static func input(_ composed: RequestSpecification?, _ context: ToolContext) -> PipeInput {
    composed == nil ? PipeInput(operands: [], context: context) : .options
  }

  /// The members of a record that decide its shard.
  static let members = BatchPart.Members(urls: ["url"], all: RequestRecord.names)

  func run(
    _ executor: RequestExecutor, _ mode: Mode, failsOnStatus: Bool
  ) async -> ExitStatus {
    await pipe.run(
      prepare: { [self] item in prepare(item, mode, executor, failsOnStatus) },
      work: { [self] (job: Job, done) in
        let finish: @Sendable (ItemResult) -> Void = { [batch] result in
          var result = result
          if let key = job.key, let ledger = batch.ledger {
            result = ledger.note(key, result, job.specification.url)
          }
          done(Self.counted(result, failsOnStatus))
        }
        if let pages { return follow(pages, job, executor, finish) }
        executor.start(job.specification, body: job.body) { [self] result in
          finish(self.result(result, job, executor))
        }
      })
  }

  /// The result as the exit status counts it. The journal has the status in any case, so that a
  /// resumed run may decide otherwise.
  private static func counted(_ result: ItemResult, _ failsOnStatus: Bool) -> ItemResult {
    guard !failsOnStatus, result.failure?.code == .httpStatus else { return result }
    var result = result
    result.failure = nil
    return result
  }

  /// All pages of an answer, as the records of one item.
  private func follow(
    _ pages: PageOptions.Pages, _ job: Job, _ executor: RequestExecutor,
    _ done: @escaping @Sendable (ItemResult) -> Void
  ) {
    let gathered = GatheredPages()
    PageRun(
      job.specification, pages, executor: executor, check: check, limit: limits.embedded,
      onPage: { [self] response in
        gathered.add(result(.success(response), job, executor, from: gathered.elements))
      },
      completion: { [self] result in
        switch result {
        case .failure(let error):
          _ = gathered.add(self.result(.failure(error), job, executor))
        case .success(let ending):
          if let fault = ending?.fault {
            var record = ErrorRecord(code: .decode, message: fault, tool: context.tool)
              .hiding(executor.secrets(of: job.specification))
            record.describe(job.item)
            _ = gathered.add(ItemResult(record))
          }
        }
        done(gathered.result)
      }
    ).start()
  }

  private func prepare(
    _ item: InputItem, _ mode: Mode, _ executor: RequestExecutor, _ failsOnStatus: Bool
  ) -> RecordPipe.Prepared<Job> {
    let request = request(item)
    if let part = batch.part, !part.contains(try? request.get().url, line: item.line) {
      return .result(.otherShard)
    }
    do throws(RecordFault) {
      var specification = try request.get()
      if composed == nil { specification.ref = item.ref }
      if !check.isEmpty || pages != nil, specification.output != nil {
        throw .invalid(
          field: "output", reason: "a body that is looked at or gathered goes to no file")
      }
      switch mode {
      case .execute:
        if composed == nil { try files.check(specification) }
        let key = batch.ledger.map { _ in JournalKey(item, specification) }
        if let key, let result = finished(key, specification) {
          return .result(Self.counted(result, failsOnStatus))
        }
        let body = destination(specification, executor, keepsErrors: !failsOnStatus)
        return .job(Job(specification, of: item.withoutMembers, body: body, key: key))
      case .print(let completed): return .result(printed(completed(specification), item))
      case .refuse(var record):
        record.describe(item)
        record.url = specification.url.text
        return .result(ItemResult(record))
      }
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  /// The result in the journal, if the file of its body still exists.
  private func finished(_ key: JournalKey, _ request: RequestSpecification) -> ItemResult? {
    batch.ledger?.finished(key, host: request.url.host) {
      request.output.map { access($0, F_OK) == 0 } ?? true
    }
  }

  private func request(_ item: InputItem) -> Result<RequestSpecification, RecordFault> {
    do throws(RecordFault) {
      return .success(try specification(item))
    } catch {
      return .failure(error)
    }
  }

  private func printed(_ request: RequestSpecification, _ item: InputItem) -> ItemResult {
    // What is copied must not say another request.
    let copied = item.withoutCopies(named: RequestRecord.names)
    return ItemResult(
      PipeRecords(bytes: item.bytes.count) { writer in
        writer.beginObject()
        RequestRecord(request, identifier: item.ref).writeMembers(to: &writer)
        copied.writeCopied(to: &writer)
        writer.endObject()
        writer.endLine()
      })
  }

  /// The values that are printed in the place of the answer; nil for the answer
  /// itself. Only a good one is looked at, and one whose body is at hand.
  private func asked(of response: Response) throws(AnswerFault) -> [JSONView]? {
    guard !check.isEmpty, response.isSuccess, case .bytes(let body) = response.body else {
      return nil
    }
    if case .values(let values) = try check.values(in: body) { return values }
    return nil
  }

  private func listed(
    _ values: [JSONView], _ response: Response, _ job: Job, from rank: Int
  ) -> ItemResult {
    var result = ItemResult(
      ElementRecord.records(values, of: job.item, from: rank, bytes: response.bodyBytes))
    result.bytes = response.bodyBytes
    result.outcome = response.source.rawValue
    result.elements = values.count
    return result
  }

  /// - Parameter keepsErrors: whether an error page is wanted in the file.
  private func destination(
    _ specification: RequestSpecification, _ executor: RequestExecutor, keepsErrors: Bool
  ) -> BodyDestination {
    specification.output.map {
      .file(
        path: $0, limit: limits.inFile,
        errorLimit: keepsErrors ? nil : limits.embedded ?? limits.inFile ?? .max,
        isPrivate: executor.isAuthorised(specification))
    } ?? .memory(limit: limits.embedded)
  }

  private func specification(_ item: InputItem) throws(RecordFault) -> RequestSpecification {
    if let composed { return composed }
    if let object = item.object {
      return completed(try RequestRecord(object, defaults: defaults).specification)
    }
    do throws(InvalidURL) {
      var specification = RequestSpecification(url: try RequestURL(defaults.located(item.text)))
      if let method = defaults.method { specification.method = method }
      return completed(specification)
    } catch {
      throw .invalidURL(error)
    }
  }

  /// A request with what goes along with it: who asks, as its own URL says it, goes before what the
  /// command line says of all.
  private func completed(_ specification: RequestSpecification) -> RequestSpecification {
    var request = compressed(specification)
    let isRefused = request.suppressedHeaders.contains { $0.isSameFieldName(as: "Authorization") }
    if !isRefused, let value = request.url.basicCredentials {
      request.headers.setDefault("Authorization", value)
    }
    defaults.addHeaders(to: &request)
    return request
  }

  /// A body in a file, or of several parts, would have to lie in memory for it while it waits.
  private func compressed(_ specification: RequestSpecification) -> RequestSpecification {
    guard compressesBodies, case .bytes = specification.body else { return specification }
    return (try? BodyCompression.compressed(specification)) ?? specification
  }

  private func result(
    _ result: Result<Response, RequestError>, _ job: Job, _ executor: RequestExecutor,
    from rank: Int = 0
  ) -> ItemResult {
    switch result {
    case .failure(let error):
      var record = ErrorRecord(error, tool: context.tool)
      record.describe(job.item)
      record.url = job.specification.url.text
      return ItemResult(record)
    case .success(let response):
      var values: [JSONView]?
      do throws(AnswerFault) {
        values = try asked(of: response)
      } catch {
        var record = ErrorRecord(error, response: response, tool: context.tool)
          .hiding(executor.secrets(of: job.specification))
        record.describe(job.item)
        return ItemResult(record)
      }
      if let values { return listed(values, response, job, from: rank) }
      let told = hidesErrorBodies && response.status >= 400 ? response.withoutBody : response
      var result = ItemResult(
        PipeRecords(bytes: told.body.bytesInMemory) { writer in
          writer.beginObject()
          ResponseRecord(told, ref: job.item.ref).writeMembers(to: &writer)
          job.item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.bytes = response.bodyBytes
      result.outcome = response.source.rawValue
      if response.status >= 400 {
        let url = Secrets.redacted(url: response.url)
        result.failure = ItemFailure(
          code: .httpStatus, status: .httpStatus,
          message: executor.secrets(of: job.specification)
            .masked("HTTP status \(response.status) for \"\(url)\"", with: "***"))
      }
      return result
    }
  }
}

extension JournalKey {
  /// The key of a request: its `ref` and URL and, unless it is a plain GET, its method and body.
  fileprivate init(_ item: InputItem, _ request: RequestSpecification) {
    var rest: [UInt8] = []
    if request.method != "GET" || request.body != .none {
      rest = Array("\n\(request.method)\n".utf8)
      for segment in request.body.segments {
        switch segment {
        case .bytes(let bytes): rest += bytes
        case .file(let path): rest += Array(path.utf8)
        }
      }
    }
    self.init(ref: item.ref, url: request.url.text, rest: rest)
  }
}

extension Response {
  /// The same, its body told by its length alone.
  fileprivate var withoutBody: Response {
    var response = self
    response.body = .delivered
    return response
  }
}
