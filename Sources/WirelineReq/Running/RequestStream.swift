internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Reads requests and prints a record for each: the response, or with `--build` the request.
///
/// A class, because each request in flight holds a reference.
final class RequestStream: Sendable {
  /// The processing of the requests.
  enum Mode: Sendable {
    case execute
    case print(@Sendable (RequestSpecification) -> RequestSpecification)
    case refuse(ErrorRecord)
  }

  struct Settings: Sendable {
    /// The maximum length of a decoded body in a record and in a file; nil for no limit.
    var embeddedLimit: Int?
    var fileLimit: Int?
    var events = EventSettings()
    var check: ResponseCheck { events.check }
    var pages: PageOptions.Pages?
    var files: RecordFiles
    var failsOnStatus = true
    var hidesErrorBodies = false
    var showsProgress = true
    var part: BatchPart?
    /// Whether the items that the journal contains are not processed again.
    var resumes = false
    var ledger: BatchLedger?
  }

  private final class Job: Sendable {
    let specification: RequestSpecification
    let item: InputItem
    let body: BodyDestination
    /// The key of the item in the journal; nil without a journal.
    let key: JournalKey?
    /// The pages that an earlier run has received, or nil.
    let beginning: BatchLedger.Beginning?

    init(
      _ specification: RequestSpecification, of item: InputItem, body: BodyDestination,
      key: JournalKey?, beginning: BatchLedger.Beginning?
    ) {
      self.specification = specification
      self.item = item
      self.body = body
      self.key = key
      self.beginning = beginning
    }
  }

  private let context: ToolContext
  private let executor: any RequestExecuting
  private let fields: RequestFields
  private let mode: Mode
  private let reader: RequestReader
  private let settings: Settings
  private let pipe: ToolPipe
  /// Ends the event streams in flight, by the lines of their items.
  private let streams = Mutex<[Int: @Sendable () -> Void]>([:])

  init(
    _ context: ToolContext, records: RecordOptions, reader: RequestReader,
    executor: any RequestExecuting, fields: RequestFields, mode: Mode, settings: Settings
  ) {
    self.context = context
    self.executor = executor
    self.fields = fields
    self.mode = mode
    self.reader = reader
    self.settings = settings
    var form = InputForm()
    form.isOriginalList = settings.resumes
    form.format = reader.rows?.format ?? .auto
    form.requiredColumns = reader.rows?.template.columns
    if reader.rows == nil { form.columns = RequestRecord.fields }
    if let part = settings.part { form.reportsInvalidLine = { part.contains(nil, line: $0) } }
    let printsResponses = if case .print = mode { false } else { settings.check.isEmpty }
    pipe = ToolPipe(
      context, input: reader.input(context), records: records,
      names: form.requiredColumns ?? RequestRecord.names,
      view: .columns(printsResponses ? ResponseRecord.columns : []),
      acceptsPlainText: reader.rows == nil,
      form: form, showsProgress: settings.showsProgress)
  }

  func run() async -> ExitStatus {
    // The next event of a stream may be far away.
    context.shutdown.onRequest { [self] _ in
      for end in streams.withLock({ Array($0.values) }) { end() }
    }
    return await pipe.run(prepare: { [self] in prepare($0) })
  }

  private func start(_ job: Job, completion: @escaping @Sendable (ItemResult) -> Void) {
    let finish: @Sendable (ItemResult) -> Void =
      if let key = job.key, let ledger = settings.ledger {
        { completion(ledger.note($0, for: key, url: job.specification.url)) }
      } else {
        completion
      }
    if let pages = settings.pages { return follow(pages, of: job, completion: finish) }
    executor.start(job.specification, body: job.body) { [self] result in
      finish(self.result(result, job))
    }
  }

  /// Starts a request whose response may be a stream of events.
  private func startEvents(
    _ job: Job, emit: @escaping RecordPipe.Emit,
    completion: @escaping @Sendable (ItemResult) -> Void
  ) {
    let events = StreamedEvents(
      of: job.item, keeping: job.key == nil ? nil : settings.embeddedLimit ?? .max, emit: emit)
    let finish: @Sendable (EventRun.End) -> Void = { [self] end in
      guard events.end() else { return }
      streams.withLock { _ = $0.removeValue(forKey: job.item.line) }
      let result = result(end.map { $0.0 }, job, failing: try? end.get().1)
      if let key = job.key, let ledger = settings.ledger, let whole = events.whole(result) {
        _ = ledger.note(whole, for: key, url: job.specification.url)
      }
      completion(result)
    }
    EventRun(
      request: job.specification, settings: settings.events, executor: executor,
      onStream: { [self] in
        let cancel = { @Sendable in finish(.failure(RequestError(.cancelled))) }
        streams.withLock { $0[job.item.line] = cancel }
        if context.shutdown.isRequested { cancel() }
      }, onValues: events.print, completion: finish
    ).start()
  }

  private func follow(
    _ pages: PageOptions.Pages, of job: Job, completion: @escaping @Sendable (ItemResult) -> Void
  ) {
    let combined = Mutex(CombinedPages(after: job.beginning))
    var request = job.specification
    if let url = job.beginning?.url {
      request = pages.policy.moved(request, to: url.withCredentials(of: request.url))
    }
    PageRun(
      pages: pages, context: context, executor: executor, check: settings.check,
      limit: settings.embeddedLimit,
      onPage: { [self] response in
        let elements = combined.withLock { $0.elements }
        let page = result(.success(response), job, from: elements)
        return combined.withLock { $0.add(page) }
      },
      completion: { [self] end in
        completion(
          combined.withLock { combined in
            if case .failure(let record) = end {
              let record = record.hiding(fields.secrets(of: job.specification)).about(job.item)
              combined.add(ItemResult(record))
            }
            return combined.result
          })
      }
    ).start(request)
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared {
    let request = Result { () throws(InputRecordError) in try reader.request(item) }
    if let part = settings.part, !part.contains(try? request.get().url, line: item.line) {
      return .result(.otherShard)
    }
    do throws(InputRecordError) {
      let specification = try request.get()
      if specification.output != nil, !settings.check.isEmpty || settings.pages != nil {
        throw .invalid(
          field: "output",
          reason: "cannot be used with --expect, --require, --error-if, --each, "
            + "--select or --paginate")
      }
      switch mode {
      case .execute:
        if !reader.isTrusted { try settings.files.check(specification) }
        let key = settings.ledger.map { _ in JournalKey(item, specification) }
        let beginning =
          settings.pages == nil ? nil : key.flatMap { settings.ledger?.beginning(of: $0) }
        if beginning == nil, let key, let result = finished(key, specification) {
          return .result(result)
        }
        let job = Job(
          specification, of: item.withoutFields, body: destination(specification), key: key,
          beginning: beginning)
        if settings.check.selectsValues, settings.pages == nil {
          return .stream { [self] in startEvents(job, emit: $0, completion: $1) }
        }
        return .job { [self] in start(job, completion: $0) }
      case .print(let change): return .result(printed(change(specification), item))
      case .refuse(var record):
        record.describe(item)
        record.url = specification.url.text
        return .result(ItemResult(record))
      }
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  private func finished(_ key: JournalKey, _ request: RequestSpecification) -> ItemResult? {
    settings.ledger?.finished(key, host: request.url.host) {
      request.output.map { access($0, F_OK) == 0 } ?? true
    }
  }

  private func destination(_ specification: RequestSpecification) -> BodyDestination {
    guard let output = specification.output else { return .memory(limit: settings.embeddedLimit) }
    let errorLimit = settings.embeddedLimit ?? settings.fileLimit ?? .max
    return .file(
      path: output, limit: settings.fileLimit,
      errorLimit: settings.failsOnStatus ? errorLimit : nil,
      isPrivate: fields.isAuthorized(specification))
  }

  private func printed(_ request: RequestSpecification, _ item: InputItem) -> ItemResult {
    // A copied field named like a request field would change the request.
    let item = item.withoutCopies(named: RequestRecord.names)
    return ItemResult(
      PipeRecords(bytes: item.bytes.count) { writer in
        let record = RequestRecord(request, identifier: item.ref)
        item.writeRecord(to: &writer, record.writeFields)
      })
  }

  /// - Parameter check: why the events of the response ended early.
  private func result(
    _ result: Result<Response, RequestError>, _ job: Job, from rank: Int = 0,
    failing check: CheckFailure? = nil
  ) -> ItemResult {
    switch result {
    case .failure(let error):
      var record = ErrorRecord(error, tool: context.tool).about(job.item)
      record.url = job.specification.url.text
      return ItemResult(record)
    case .success(let response):
      if settings.hidesErrorBodies, response.status >= 400, response.body != .delivered {
        var hidden = response
        hidden.body = .delivered
        return self.result(.success(hidden), job, from: rank)
      }
      do throws(CheckFailure) {
        if let check { throw check }
        var result = try checked(response, job, from: rank)
        result.bytes = response.bodyBytes
        result.outcome = response.source.rawValue
        return result
      } catch {
        let record = ErrorRecord(
          error, status: response.status, url: response.url.text, attempts: response.attempts,
          tool: context.tool
        ).hiding(fields.secrets(of: job.specification))
        return ItemResult(record.about(job.item))
      }
    }
  }

  private func checked(
    _ response: Response, _ job: Job, from rank: Int
  ) throws(CheckFailure) -> ItemResult {
    let failure = settings.failsOnStatus ? failure(of: response, to: job) : nil
    if !settings.check.isEmpty {
      if let failure, settings.check.selectsValues { return ItemResult(failure) }
      // Its events were printed.
      if response.isSuccess, response.body == .delivered { return ItemResult(.none) }
      if response.isSuccess, case .bytes(let body) = response.body,
        case .values(let values, let count) = try settings.check.values(in: body)
      {
        var result = ItemResult(
          ElementRecord.records(values, of: job.item, from: rank, bytes: response.bodyBytes))
        result.elements = count
        return result
      }
    }
    let bytes = response.body.bytesInMemory + (failure?.input?.count ?? 0)
    return ItemResult(
      PipeRecords(bytes: bytes) { [response] writer in
        writer.object { writer in
          if let failure {
            failure.writeFields(to: &writer) { writer in
              ResponseRecord(response, ref: nil).writeFields(to: &writer)
              // Its own input follows.
              job.item.withoutCopies(named: ["input", "input_base64"]).writeCopied(to: &writer)
            }
          } else {
            ResponseRecord(response, ref: job.item.ref).writeFields(to: &writer)
            job.item.writeCopied(to: &writer)
          }
        }
        writer.endLine()
      }, failure: failure.map { ItemFailure($0) })
  }

  /// Returns the error record of a response; nil unless its status fails.
  private func failure(of response: Response, to job: Job) -> ErrorRecord? {
    guard response.status >= 400 else { return nil }
    return ErrorRecord(
      status: response.status, url: response.url.text, attempts: response.attempts,
      retryAt: response.retryAt, tool: context.tool
    ).hiding(fields.secrets(of: job.specification)).about(job.item)
  }
}
