import Glibc
import Synchronization
import WirelineCore
import WirelineRequests
import WirelineYelp

/// `--event-log`: the start, the further attempts and the end of each call, as
/// lines of JSON in a file that grows. Each start has its end.
final class EventLog: YelpCallObserver, ExchangeObserver {
  private struct State: Sendable {
    var calls = 0
    var begun: [Int: (start: ContinuousClock.Instant, ref: [UInt8]?, url: String)] = [:]
    var hasFailed = false
  }

  private let descriptor: Int32
  private let path: String
  private let diagnostics: Diagnostics
  private let secrets: SentSecrets
  private let state = Mutex(State())

  /// - Throws: when the file cannot be written.
  init(path: String, _ diagnostics: Diagnostics, hiding secrets: SentSecrets) throws(UsageError) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UsageError(
        "cannot write \"\(path)\": \(SystemErrorText(code: errno))", status: .cannotWrite)
    }
    let fault = Self.fault(descriptor)
    guard fault == 0 else {
      close(descriptor)
      throw UsageError(
        "cannot write \"\(path)\": \(SystemErrorText(code: fault))", status: .cannotWrite)
    }
    self.path = path
    self.diagnostics = diagnostics
    self.secrets = secrets
  }

  deinit { close(descriptor) }

  /// Returns the `errno` that lines would fail with now, or 0, so that a full disk is reported
  /// before any call is spent.
  private static func fault(_ descriptor: Int32) -> Int32 {
    // An empty write fails on a full device; on a file it has no effect.
    if Glibc.write(descriptor, "", 0) < 0 { return errno }
    var facts = stat()
    var disk = statvfs()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      fstatvfs(descriptor, &disk) == 0, disk.f_blocks > 0
    else { return 0 }
    let free = geteuid() == 0 ? disk.f_bfree : disk.f_bavail
    return free == 0 ? ENOSPC : 0
  }

  // MARK: Calls

  func begin(_ request: RequestSpecification, _ endpoint: YelpEndpoint) -> Int {
    let url = request.url.text
    let call = state.withLock { state in
      state.calls += 1
      state.begun[state.calls] = (.now, request.ref, url)
      return state.calls
    }
    write("start", request.ref) { writer in
      writer.member("call", call)
      writer.member("endpoint", endpoint.rawValue)
      writer.member("method", request.method)
      writer.member("url", url)
    }
    return call
  }

  func end(
    _ call: Int, _ reply: Result<YelpReply, YelpFailure>, _ result: Result<Response, RequestError>
  ) {
    guard let begun = state.withLock({ $0.begun.removeValue(forKey: call) }) else { return }
    write("complete", begun.ref) { writer in
      writer.member("call", call)
      writer.member("url", begun.url)
      switch result {
      case .success(let response):
        writer.member("status", response.status)
        writer.member("source", response.source.rawValue)
        writer.member("attempts", response.attempts)
        writer.member("bytes", response.bodyBytes)
      case .failure(let error): writer.member("attempts", error.attempts)
      }
      writer.member("duration_ms", (ContinuousClock.now - begun.start).milliseconds)
      switch reply {
      case .success(let reply): writer.member("results", reply.results.count)
      case .failure(let failure):
        let record = ErrorRecord(failure, tool: diagnostics.tool).hiding(secrets)
        writer.member("error", record.code.rawValue)
        writer.member("message", record.message)
      }
    }
  }

  // MARK: Attempts

  var bodyBytes: Int { 0 }

  func willSend(_ request: RequestAttempt, _ place: ExchangePlace) {}

  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace
  ) {}

  func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace) {}

  func willTryAgain(after wait: Duration, _ place: ExchangePlace) {
    // Of the calls under way with this ref the last one.
    let call = state.withLock { state in
      state.begun.filter { $0.value.ref == place.ref }.keys.max()
    }
    write("retry", place.ref) { writer in
      if let call { writer.member("call", call) }
      writer.member("attempt", place.attempt)
      writer.member("wait_ms", wait.milliseconds)
    }
  }

  /// One line, one write: several processes may share a file.
  private func write(_ event: String, _ ref: [UInt8]?, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("event", event)
    writer.member("time", CivilDate.timestamp(time(nil)))
    if let ref { writer.member("ref", raw: ref) }
    members(&writer)
    writer.endObject()
    writer.endLine()
    guard !DescriptorOutput.write(writer.bytes, to: descriptor) else { return }
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst {
      diagnostics.warning("cannot write \"\(path)\": \(SystemErrorText(code: errno))")
    }
  }
}
