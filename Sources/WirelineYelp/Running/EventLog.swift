internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// `--event-log`: appends the start, the retries and the end of each call to a file, as JSON lines.
/// Each start is followed by an end.
final class EventLog: ExchangeObserver {
  private struct State: Sendable {
    var calls = 0
    var running: [Int: (start: ContinuousClock.Instant, ref: [UInt8]?, url: String)] = [:]
  }

  private let descriptor: Int32
  private let path: String
  private let diagnostics: Diagnostics
  private let secrets: SentSecrets
  private let now: @Sendable () -> Int
  private let state = Mutex(State())
  private let hasFailed = Atomic(false)

  /// - Throws: if the file cannot be written.
  init(
    path: String, _ diagnostics: Diagnostics, hiding secrets: SentSecrets,
    now: @escaping @Sendable () -> Int
  ) throws(UsageError) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    // An empty write fails on a full device and does not change a file.
    guard descriptor >= 0, Glibc.write(descriptor, "", 0) == 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      throw UsageError(
        "cannot write \"\(path)\": \(SystemErrorText(code: code))", status: .cannotWrite)
    }
    self.path = path
    self.diagnostics = diagnostics
    self.secrets = secrets
    self.now = now
  }

  deinit { close(descriptor) }

  /// - Returns: an identifier that is passed to `end`.
  func begin(_ request: RequestSpecification, _ endpoint: YelpEndpoint) -> Int {
    let url = request.url.text
    let call = state.withLock { state in
      state.calls += 1
      state.running[state.calls] = (.now, request.ref, url)
      return state.calls
    }
    write("start", ref: request.ref) { writer in
      writer.field("call", call)
      writer.field("endpoint", endpoint.rawValue)
      writer.field("method", request.method)
      writer.field("url", url)
    }
    return call
  }

  func end(
    _ call: Int, with outcome: Result<YelpResultList, YelpFailure>,
    of result: Result<Response, RequestError>
  ) {
    guard let running = state.withLock({ $0.running.removeValue(forKey: call) }) else { return }
    write("complete", ref: running.ref) { writer in
      writer.field("call", call)
      writer.field("url", running.url)
      switch result {
      case .success(let response):
        writer.field("status", response.status)
        writer.field("source", response.source.rawValue)
        writer.field("attempts", response.attempts)
        writer.field("bytes", response.bodyBytes)
      case .failure(let error): writer.field("attempts", error.attempts)
      }
      writer.field("duration_ms", milliseconds: ContinuousClock.now - running.start)
      switch outcome {
      case .success(let list): writer.field("results", list.results.count)
      case .failure(let failure):
        let record = ErrorRecord(failure, tool: diagnostics.tool).hiding(secrets)
        writer.field("error", record.code.rawValue)
        writer.field("message", record.message)
      }
    }
  }

  func willRetry(_ retry: PlannedRetry, in context: AttemptContext) {
    // The latest of the running calls with this reference.
    let call = state.withLock { state in
      state.running.filter { $0.value.ref == context.ref }.keys.max()
    }
    write("retry", ref: context.ref) { writer in
      if let call { writer.field("call", call) }
      writer.field("attempt", context.attempt)
      writer.field("wait_ms", milliseconds: retry.wait)
    }
  }

  /// Writes a line with a single system call, because several processes may share the file.
  private func write(
    _ event: String, ref: [UInt8]?, _ fields: (inout JSONWriter) -> Void
  ) {
    let line = JSONWriter.line { writer in
      writer.field("event", event)
      writer.field("time", CivilDate.timestamp(now()))
      if let ref { writer.field("ref", raw: ref) }
      fields(&writer)
    }
    if DescriptorOutput.write(line, to: descriptor) { return }
    let code = errno
    if hasFailed.exchange(true, ordering: .relaxed) { return }
    diagnostics.warning("cannot write \"\(path)\": \(SystemErrorText(code: code))")
  }
}
