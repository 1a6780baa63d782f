import Synchronization
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// One request, whose body goes to stdout as it comes or into a file.
struct SingleRequest {
  private let context: ToolContext
  private let executor: RequestExecutor
  private let answer: AnswerOptions
  private let check: AnswerCheck
  private let pages: PageOptions.Pages?
  private let isHead: Bool
  private let summary: JobSummary

  init(
    _ context: ToolContext, _ executor: RequestExecutor, _ answer: AnswerOptions,
    _ check: AnswerCheck, pages: PageOptions.Pages?, isHead: Bool
  ) {
    self.pages = pages
    self.context = context
    self.executor = executor
    self.answer = answer
    self.check = check
    self.isHead = isHead
    summary = JobSummary(context)
  }

  /// - Parameter limit: the largest decoded body in bytes; nil is no limit.
  func run(
    _ request: RequestSpecification, limit: Int?, failsOnStatus: Bool
  ) async throws(UsageError) -> ExitStatus {
    let status = try await perform(request, limit, failsOnStatus)
    summary.print()
    return status
  }

  private func perform(
    _ request: RequestSpecification, _ limit: Int?, _ failsOnStatus: Bool
  ) async throws(UsageError) -> ExitStatus {
    if let path = try answer.path(for: request.url) {
      guard check.isEmpty else { throw UsageError("--output takes the body as it is, unchecked") }
      if pages != nil {
        throw UsageError("--output takes one answer, and --paginate brings several")
      }
      if answer.include || isHead {
        throw UsageError("--include and --head print to stdout, and --output does not")
      }
      return await download(request, to: path, limit, failsOnStatus)
    }
    // A line of progress would stand in the middle of the body.
    let progress = Progress(
      context, isSilent: answer.silent || context.common.progress != .json)
    let printer = AnswerPrinter(
      context, isHeadWanted: answer.include || isHead, hidesErrorBody: answer.noErrorBody,
      progress: progress)
    let status =
      if let pages {
        await follow(pages, request, printer, limit, failsOnStatus)
      } else {
        await print(request, printer, limit, failsOnStatus)
      }
    progress.finish(failed: status != .success)
    progress.end()
    return status
  }

  private func print(
    _ request: RequestSpecification, _ printer: AnswerPrinter, _ limit: Int?,
    _ failsOnStatus: Bool
  ) async -> ExitStatus {
    // What is asked of a body can only be told of a whole one.
    let body: BodyDestination =
      check.isEmpty ? .sink({ printer.sink(for: $0) }, limit: limit) : .memory(limit: limit)
    do throws(RequestError) {
      guard let result = await execute(request, body) else { return ended }
      let response = try result.get()
      if case .bytes(let bytes) = response.body {
        return try checked(bytes, response, request, printer, failsOnStatus)
      }
      try printer.finish()
      return status(response, request, printer, failsOnStatus)
    } catch {
      return end(ErrorRecord(error, tool: context.tool))
    }
  }

  /// Executes the request; nil when a signal came first, which ends one request
  /// at once: there is nothing else that could be finished.
  private func execute(
    _ request: RequestSpecification, _ body: BodyDestination
  ) async -> Result<Response, RequestError>? {
    await withUnsafeContinuation { waiter in
      let first = FirstOf(waiter)
      executor.start(request, body: body) { first.resume($0) }
      watch { first.resume(nil) }
    }
  }

  /// Ends the wait at a signal. Most answers come sooner than a thread that waits
  /// for one would be worth; a signal of the first moments is found then.
  private func watch(_ end: @escaping @Sendable () -> Void) {
    executor.later(.milliseconds(30)) { context.shutdown.onRequest { _ in end() } }
  }

  private var ended: ExitStatus { context.shutdown.exitStatus ?? .terminated }

  /// All pages, one after the other.
  private func follow(
    _ pages: PageOptions.Pages, _ request: RequestSpecification, _ printer: AnswerPrinter,
    _ limit: Int?, _ failsOnStatus: Bool
  ) async -> ExitStatus {
    let last = LastStatus()
    let result: Result<PageWalk.Ending?, RequestError>? = await withUnsafeContinuation { waiter in
      let first = FirstOf(waiter)
      watch { first.resume(nil) }
      PageRun(
        request, pages, executor: executor, check: check, limit: limit,
        onPage: { response in
          let status = page(response, request, printer, failsOnStatus)
          last.set(status)
          return status == .success && !printer.isClosed
        },
        completion: { first.resume($0) }
      ).start()
    }
    switch result {
    case nil: return ended
    case .failure(let error)?: return end(ErrorRecord(error, tool: context.tool))
    case .success(let ending)?:
      if let fault = ending?.fault {
        return end(
          ErrorRecord(code: .decode, message: fault, tool: context.tool)
            .hiding(executor.secrets(of: request)))
      }
      return last.value
    }
  }

  private func page(
    _ response: Response, _ request: RequestSpecification, _ printer: AnswerPrinter,
    _ failsOnStatus: Bool
  ) -> ExitStatus {
    guard case .bytes(let body) = response.body else { return .success }
    do throws(RequestError) {
      return try checked(body, response, request, printer, failsOnStatus)
    } catch {
      return end(ErrorRecord(error, tool: context.tool))
    }
  }

  private func download(
    _ request: RequestSpecification, to path: String, _ limit: Int?, _ failsOnStatus: Bool
  ) async -> ExitStatus {
    let progress = Progress(context, isSilent: answer.silent)
    let status = await download(request, to: path, limit, failsOnStatus, progress)
    progress.finish(failed: status != .success)
    progress.end()
    return status
  }

  private func download(
    _ request: RequestSpecification, to path: String, _ limit: Int?, _ failsOnStatus: Bool,
    _ progress: Progress
  ) async -> ExitStatus {
    do throws(FileError) {
      let download = try Download(
        to: path, of: request.url, resumes: answer.continueAt != nil,
        keepsErrors: !failsOnStatus, isPrivate: executor.isAuthorised(request), limit: limit,
        progress: progress)
      var ranged = request
      for field in download.headers.fields { ranged.headers.set(field.name, field.value) }
      if let status = try await fetch(ranged, download, failsOnStatus) { return status }
      download.beginAnew()
      if let status = try await fetch(request, download, failsOnStatus) { return status }
      download.giveUp()
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
    return end(
      ErrorRecord(
        RequestError(.protocolViolation("a part, where all was asked for"), isRequestSent: true),
        tool: context.tool))
  }

  /// - Returns: nil where all of it has to be fetched anew.
  private func fetch(
    _ request: RequestSpecification, _ download: Download, _ failsOnStatus: Bool
  ) async throws(FileError) -> ExitStatus? {
    let url = request.url
    switch await execute(request, download.body(of: url)) {
    case nil:
      download.giveUp()
      return ended
    case .failure(let error)?:
      download.giveUp()
      return end(ErrorRecord(error, tool: context.tool))
    case .success(let response)?:
      switch try download.finish() {
      case .useless: return nil
      case .done:
        summary.succeed(response.source.rawValue, bytes: response.bodyBytes)
        return .success
      case .refused:
        summary.succeed(response.source.rawValue, bytes: response.bodyBytes)
        download.giveUp()
        return refused(response, request, failsOnStatus)
      }
    }
  }

  /// A body in memory: printed when it is what was asked for.
  private func checked(
    _ body: [UInt8], _ response: Response, _ request: RequestSpecification,
    _ printer: AnswerPrinter, _ failsOnStatus: Bool
  ) throws(RequestError) -> ExitStatus {
    var values = AnswerValues.whole(body)
    if response.isSuccess {
      do throws(AnswerFault) {
        values = try check.values(in: body)
      } catch {
        return end(
          ErrorRecord(error, response: response, tool: context.tool)
            .hiding(executor.secrets(of: request)))
      }
    }
    try printer.print(values, of: response.head)
    return status(response, request, printer, failsOnStatus)
  }

  private func status(
    _ response: Response, _ request: RequestSpecification, _ printer: AnswerPrinter,
    _ failsOnStatus: Bool
  ) -> ExitStatus {
    summary.succeed(response.source.rawValue, bytes: response.bodyBytes)
    if printer.isClosed { return .success }
    if printer.hasRefusedBinary {
      context.diagnostics.error(
        "the body is binary, and stdout is a terminal",
        hint: "save it with --output FILE, or pipe it")
      return .cannotWrite
    }
    let status = refused(response, request, failsOnStatus)
    if status != .success, let problem = printer.problem {
      let secrets = executor.secrets(of: request)
      for line in problem.lines { context.diagnostics.hint(secrets.masked(line)) }
    }
    return status
  }

  /// A status that is no success, told and counted.
  private func refused(
    _ response: Response, _ request: RequestSpecification, _ failsOnStatus: Bool
  ) -> ExitStatus {
    guard response.status >= 400, failsOnStatus else { return .success }
    summary.fail(.httpStatus)
    let url = Secrets.redacted(url: response.url)
    context.diagnostics.error(
      executor.secrets(of: request).masked(
        "HTTP status \(response.status) for \"\(url)\"", with: "***"))
    return .httpStatus
  }

  private func end(_ record: ErrorRecord) -> ExitStatus {
    summary.fail(record.code)
    // A wait for another attempt was ended by the signal, which says it all.
    if record.code == .cancelled, let status = context.shutdown.exitStatus { return status }
    context.diagnostics.error(record.message)
    return ExitStatus(record)
  }
}

/// What became of the last page.
private final class LastStatus: Sendable {
  private let status = Mutex(ExitStatus.success)

  var value: ExitStatus { status.withLock { $0 } }

  func set(_ new: ExitStatus) { status.withLock { $0 = new } }
}

/// Somebody who waits for the first of several events.
private final class FirstOf<Value: Sendable>: Sendable {
  private let waiter: Mutex<UnsafeContinuation<Value?, Never>?>

  init(_ waiter: UnsafeContinuation<Value?, Never>) { self.waiter = Mutex(waiter) }

  func resume(_ value: Value?) { waiter.withLock { $0.take() }?.resume(returning: value) }
}
