internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Executes the request of the command line and prints its body or saves it to a file.
struct SingleRequest {
  let context: ToolContext
  let executor: any SettlingExecutor
  let fields: RequestFields
  let options: RequestOptions
  let summary: JobSummary
  /// Collects the heads of all responses; nil if no option needs them.
  let heads: ReceivedHeads?
  private let outcome = TransferOutcome()

  var check: ResponseCheck { options.checks.check }

  /// The maximum length of a decoded body in bytes; nil for no limit.
  var limit: Int? { options.http.maxBody?.amount?.bytes }

  /// Whether the reader of stdout has exited.
  var isClosed: Bool { outcome.state.isClosed }

  /// - Parameters:
  ///   - file: the file of the body; nil for stdout.
  ///   - number: the number of the URL, from 0.
  func run(
    _ request: RequestSpecification, to file: ResponseOptions.File?, number: Int
  ) async throws(UsageError) -> ExitStatus {
    outcome.update { ($0.response, $0.error, $0.path, $0.start) = (nil, nil, nil, .now) }
    heads?.begin()
    let file = file.map(options.response.unused)
    if options.response.skipExisting, let file, FileAttributes(file.path) != nil {
      context.diagnostics.verbose("skipped, because \"\(file.path)\" exists")
      return .success
    }
    let hasBody = request.body != .none
    // A progress line would mix with the body on a terminal.
    let progress = Progress(
      context,
      isSilent: options.response.silent || options.runsInParallel
        || file == nil && !hasBody && context.common.progress != .json,
      isTransfer: true)
    if hasBody { progress.expectUpload() }
    let printer = ResponsePrinter(
      context, options.response, isHead: options.composition.head,
      heads: options.printsHeads ? heads : nil, limit: limit, progress: progress)
    var status: ExitStatus
    if let file {
      try checkDownload()
      status = await download(request, to: file, progress: progress)
    } else if let pages = options.paging.pages(options.connection) {
      status = await printPages(pages, of: request, to: printer)
    } else {
      status = await print(request, to: printer)
    }
    progress.finish(failed: status != .success)
    progress.end()
    if printer.isClosed { outcome.update { $0.isClosed = true } }
    do throws(FileError) { try saveTag() } catch {
      context.diagnostics.error(error.description)
      status = .cannotWrite
    }
    do throws(RequestError) {
      try printFacts(
        of: request, to: printer, status: status, path: outcome.state.path ?? file?.path,
        number: number)
    } catch {
      status = failed(error)
    }
    return status
  }

  /// Saves the entity tag for `--etag-save`.
  private func saveTag() throws(FileError) {
    guard let path = options.response.etagSave, let response = outcome.state.response,
      response.isSuccess, let tag = response.head.headers["ETag"]
    else { return }
    try options.response.createDirectories(of: path)
    try AtomicFile.write(Array((tag + "\n").utf8), to: path)
  }

  /// Ends the run: writes the `--dump-header` file and prints the summary.
  func finish(_ status: ExitStatus) -> ExitStatus {
    defer { summary.print() }
    guard let path = options.response.dumpHeader, path != "-" else { return status }
    do throws(FileError) {
      try options.response.createDirectories(of: path)
      try AtomicFile.write(
        Array((heads?.textOfAll ?? "").utf8), to: path, mode: AtomicFile.mode(isPrivate: true),
        sweeps: true)
      return status
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  /// Prints the `--write-out` text, and the head of a download for `--dump-header -`.
  private func printFacts(
    of request: RequestSpecification, to printer: ResponsePrinter, status: ExitStatus,
    path: String?, number: Int
  ) throws(RequestError) {
    if path != nil, options.response.dumpHeader == "-", let heads {
      try printer.print(heads.unprinted())
    }
    guard var format = options.response.writeOut, context.shutdown.exitStatus == nil else { return }
    if format.hasPrefix("@") {
      let path = String(format.dropFirst())
      let bytes = try converting({ RequestError(.readFailed(path: path, detail: $0.message)) }) {
        () throws(UsageError) in
        try SystemFiles().bytes(path)
      }
      format = String(decoding: bytes, as: UTF8.self)
    }
    let output = WriteOut(format: format).output(
      WriteOut.Values(
        request: fields.complete(request), response: outcome.state.response,
        error: outcome.state.error, status: status, path: path, number: number,
        heads: heads?.ofAttempt ?? outcome.state.response.map { [$0.head] } ?? [],
        connections: heads?.connections
          ?? (outcome.state.response?.timing?.isReused == false ? 1 : 0)
      ))
    for name in output.unknown {
      context.diagnostics.warning("unknown --write-out variable \"\(name)\"")
    }
    if !output.errorText.isEmpty {
      let masked = fields.secrets(of: request).masked(output.errorText)
      context.diagnostics.write(lines: Array(masked.utf8))
    }
    for (path, text) in output.files { try write(text, to: path) }
    try printer.print(output.text)
  }

  /// - Parameter path: a file that `--write-out` names, after `>>` to append to it.
  private func write(_ text: String, to path: String) throws(RequestError) {
    let name = path.hasPrefix(">>") ? String(path.dropFirst(2)) : path
    try converting({ RequestError(.writeFailed(path: name, detail: $0.reason)) }) {
      () throws(FileError) in
      guard name != path else { return try AtomicFile.write(Array(text.utf8), to: name) }
      let file = try FileBytes.open(name, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
      defer { close(file) }
      try FileBytes.write(Array(text.utf8), to: file, path: name)
    }
  }

  // MARK: Printing

  private func print(
    _ request: RequestSpecification, to printer: ResponsePrinter
  ) async -> ExitStatus {
    do throws(RequestError) {
      let result =
        check.isEmpty
        ? await execute(request, .sink(printer.sink))?.map { ($0, nil) }
        : await select(request, printer)
      guard let (response, failure) = try result?.get() else { return interrupted }
      outcome.update { $0.response = response }
      if let failure { return failed(failure, response, of: request) }
      if case .bytes(let body) = response.body {
        return print(body, of: response, to: request, with: printer)
      }
      try printer.finish()
      return status(of: response, to: request, with: printer)
    } catch {
      if printer.isClosed { return .success }
      try? printer.printHeads()
      return failed(error)
    }
  }

  /// Fetches a body, which can be checked when it is complete, or prints events as they arrive.
  private func select(
    _ request: RequestSpecification, _ printer: ResponsePrinter
  ) async -> EventRun.End? {
    await result { done in
      EventRun(
        request: request, settings: options.events(isStream: false), executor: executor,
        onValues: { values throws(RequestError) in
          try printer.print(values)
          return printer.isClosed ? .closed : .accepted
        }, completion: done
      ).start()
    }
  }

  private func printPages(
    _ pages: PageOptions.Pages, of request: RequestSpecification, to printer: ResponsePrinter
  ) async -> ExitStatus {
    let last = Mutex(ExitStatus.success)
    let result: Result<Void, ErrorRecord>? = await result { done in
      PageRun(
        pages: pages, context: context, executor: executor, check: check,
        limit: options.events(isStream: false).documentLimit,
        onPage: { response in
          outcome.update { $0.response = response }
          guard case .bytes(let body) = response.body else { return true }
          let status = print(body, of: response, to: request, with: printer)
          last.withLock { $0 = status }
          return status == .success && !printer.isClosed
        },
        completion: done
      ).start(request)
    }
    switch result {
    case nil: return interrupted
    case .failure(let record)?: return failed(record.hiding(fields.secrets(of: request)))
    case .success?: return last.withLock { $0 }
    }
  }

  private func print(
    _ body: [UInt8], of response: Response, to request: RequestSpecification,
    with printer: ResponsePrinter
  ) -> ExitStatus {
    // The document of an error has none of the selected elements.
    if response.status >= 400, options.response.failsOnStatus, !check.isEmpty {
      let status = httpStatus(of: response, to: request)
      explain(Array(body.prefix(Download.maximumErrorBytes)), of: response, to: request)
      return status
    }
    var values = SelectedValues.whole(body)
    if response.isSuccess {
      do throws(CheckFailure) {
        values = try check.values(in: body)
      } catch {
        return failed(error, response, of: request)
      }
    }
    do throws(RequestError) {
      try printer.print(values, of: response.head)
    } catch {
      return failed(error)
    }
    return status(of: response, to: request, with: printer)
  }

  // MARK: Execution

  /// Executes the request; returns nil after a signal, which ends a single request immediately.
  func execute(
    _ request: RequestSpecification, _ body: BodyDestination
  ) async -> Result<Response, RequestError>? {
    let result = await result { executor.start(request, body: body, completion: $0) }
    if case .success(let response)? = result { outcome.update { $0.response = response } }
    return result
  }

  /// Returns the result that `start` passes on, or nil after a signal. Most responses arrive before
  /// the delay, which saves the thread that waits for signals. An earlier signal is noticed then.
  private func result<Value: Sendable>(
    of start: (@escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value? {
    await withUnsafeContinuation { waiter in
      let first = FirstResult(waiter)
      start { first.resume($0) }
      executor.later(.milliseconds(30)) {
        context.shutdown.onRequest { _ in first.resume(nil) }
      }
    }
  }

  // MARK: Exit status

  var interrupted: ExitStatus { context.shutdown.exitStatus ?? .terminated }

  private func status(
    of response: Response, to request: RequestSpecification, with printer: ResponsePrinter
  ) -> ExitStatus {
    summary.succeed(response.source.rawValue, bytes: response.bodyBytes)
    if printer.isClosed { return .success }
    if printer.hasRefusedBinary {
      context.diagnostics.error(
        "cannot print binary data on a terminal",
        hint: "save it with --output FILE, or pipe it to another program")
      return .cannotWrite
    }
    let status = httpStatus(of: response, to: request)
    if status != .success, let problem = printer.problem {
      let secrets = fields.secrets(of: request)
      for line in problem.lines { context.diagnostics.hint(secrets.masked(line)) }
    }
    return status
  }

  /// Reports a status of 400 or above, unless `--no-fail` accepts it.
  func httpStatus(of response: Response, to request: RequestSpecification) -> ExitStatus {
    if options.response.ignoresOffset(response.head) {
      context.diagnostics.error("the server does not send a part of the body")
      return .rangeError
    }
    if options.response.isComplete(response.head) { return .success }
    guard response.status >= 400, options.response.failsOnStatus else { return .success }
    summary.fail(.httpStatus)
    var record = ErrorRecord(
      status: response.status, url: response.url.text, attempts: response.attempts,
      retryAt: response.retryAt, tool: context.tool)
    // The text that scripts know from curl's %{errormsg}.
    record.message = "The requested URL returned error: \(response.status)"
    outcome.update { $0.error = record }
    let message = fields.secrets(of: request).masked(
      "HTTP status \(response.status) for \"\(Secrets.redacted(url: response.url))\"", with: "***")
    context.diagnostics.error(
      message + outcome.effort(attempts: response.attempts),
      hint: response.status == 407 ? RequestError.proxyLoginHint : nil)
    return .httpStatus
  }

  /// Notes the file of a response, whose name the server may have chosen.
  func noteFile(_ path: String) { outcome.update { $0.path = path } }

  func failed(_ error: RequestError) -> ExitStatus {
    failed(ErrorRecord(error, tool: context.tool))
  }

  private func failed(
    _ error: CheckFailure, _ response: Response, of request: RequestSpecification
  ) -> ExitStatus {
    let record = ErrorRecord(
      error, status: response.status, url: response.url.text, attempts: response.attempts,
      tool: context.tool)
    return failed(record.hiding(fields.secrets(of: request)))
  }

  private func failed(_ record: ErrorRecord) -> ExitStatus {
    summary.fail(record.code)
    outcome.update { $0.error = record }
    // A signal that interrupts the wait for a retry needs no message.
    if record.code == .cancelled, let status = context.shutdown.exitStatus { return status }
    let page = options.paging.paginate.flatMap { _ in record.url }
    let hint = page.map { "the page is \(Secrets.redacted(url: $0))" }
    context.diagnostics.error(
      record.message + outcome.effort(attempts: record.attempts ?? 1), hint: record.hint ?? hint)
    return ExitStatus(record)
  }
}

/// The outcome of the current transfer.
private final class TransferOutcome: Sendable {
  struct State: Sendable {
    var response: Response?
    var error: ErrorRecord?
    /// The file that was written.
    var path: String?
    var isClosed = false
    var start = ContinuousClock.now
  }

  private let current = Mutex(State())

  var state: State { current.withLock { $0 } }

  func update(_ change: (inout State) -> Void) { current.withLock { change(&$0) } }

  /// The end of a message about a failure: ` after 4 attempts in 7.1 s`; empty for one attempt.
  func effort(attempts: Int) -> String {
    guard attempts > 1 else { return "" }
    let seconds = state.start.duration(to: .now) / .seconds(1)
    return " after \(attempts) attempts in \((seconds * 10).rounded() / 10) s"
  }
}
