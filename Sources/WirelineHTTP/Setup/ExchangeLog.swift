import Synchronization
import WirelineCore
import WirelineRequests

/// Prints requests and responses on stderr, secrets masked: `--log-request`, `--log-response`, or
/// both with `-v`.
struct ExchangeLog: ExchangeObserver {
  private let diagnostics: Diagnostics
  private let logsRequests: Bool
  private let logsResponses: Bool
  /// Whether to print the bodies of responses, which `-v` does not repeat for a single request.
  private let logsBodies: Bool
  private let printer: JSONPrinter
  private let secrets = SentSecrets()

  /// Longer bodies are truncated.
  private static let maximumBytes = 64 * 1024

  /// Returns nil if the options ask for no log.
  init?(
    _ context: ToolContext, logsRequests: Bool?, logsResponses: Bool?, isSingle: Bool
  ) {
    let isVerbose = context.common.level >= .verbose
    self.logsRequests = logsRequests ?? isVerbose
    self.logsResponses = logsResponses ?? isVerbose
    logsBodies = self.logsResponses && (logsResponses == true || !isSingle)
    guard self.logsRequests || self.logsResponses else { return nil }
    diagnostics = context.diagnostics
    printer = JSONPrinter(
      isColored: context.common.color.isColored(
        context.streams.error, environment: context.environment))
  }

  var bodyBytes: Int { logsBodies ? Self.maximumBytes : 0 }

  func willSend(_ request: RequestAttempt, in attempt: AttemptContext) {
    // Even if requests are not printed: the response may repeat them.
    secrets.note(request.headers)
    secrets.note(request.url)
    guard logsRequests else { return }
    var block = LogBlock("request", of: attempt, to: diagnostics)
    // The URL of a redirect may repeat a secret that was sent before.
    block.line("URL", value: secrets.masked(Secrets.redacted(url: request.url)))
    block.line("Method", value: request.method)
    block.pairs(
      "Parameters",
      Secrets.redacted(parameters: request.url.parameters).map {
        (secrets.masked($0.0), secrets.masked($0.1))
      })
    let headers = secrets.masked(Secrets.redacted(request.headers))
    block.pairs("Headers", headers.fields.map { ($0.name, $0.value) })
    switch request.body {
    case .none: break
    case .file(let path, _): block.line("Data", value: "file \"\(path)\"")
    case .bytes(let bytes, _):
      block.data(Array(bytes.prefix(Self.maximumBytes)), total: bytes.count, printer: printer)
    case .multipart(let multipart): block.pairs("Parts", multipart.parts.map(Self.summary))
    }
    block.write()
  }

  private static func summary(_ part: Multipart.Part) -> (String, String) {
    switch part.content {
    case .file(let path): (part.name, "file \"\(path)\", \(part.mediaType ?? "")")
    case .bytes(let bytes):
      (part.name, String(validating: bytes.prefix(200), as: UTF8.self) ?? "\(bytes.count) bytes")
    }
  }

  func willReceive(
    _ head: ResponseHead, from url: RequestURL, in attempt: AttemptContext
  ) {
    guard logsResponses, !logsBodies else { return }
    var block = block(head, from: url, in: attempt)
    block.write()
  }

  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int,
    in attempt: AttemptContext
  ) {
    guard logsBodies else { return }
    var block = block(head, from: url, in: attempt)
    let isCut = body.count < total
    let masked = secrets.masked(body, isCut: isCut)
    block.data(masked, total: isCut ? total : masked.count, printer: printer)
    block.write()
  }

  private func block(
    _ head: ResponseHead, from url: RequestURL, in attempt: AttemptContext
  ) -> LogBlock {
    var block = LogBlock("response", of: attempt, to: diagnostics)
    block.line("URL", value: secrets.masked(Secrets.redacted(url: url)))
    block.line("Status", value: "\(head.status)", isNumber: true)
    if attempt.isReplayed { block.line("Source", value: "replay") }
    if let timing = attempt.timing { block.connection(timing) }
    let headers = secrets.masked(Secrets.redacted(head.headers))
    block.pairs("Headers", headers.fields.map { ($0.name, $0.value) })
    return block
  }

  func didFail(_ error: RequestError, for url: RequestURL, in attempt: AttemptContext) {
    var block = LogBlock("error", of: attempt, to: diagnostics)
    block.line("URL", value: secrets.masked(Secrets.redacted(url: url)))
    block.line("Error", value: secrets.masked(error.message))
    block.write()
  }

  func willRetry(_ retry: PlannedRetry, in attempt: AttemptContext) {
    var block = LogBlock("retry", of: attempt, to: diagnostics)
    block.line("URL", value: secrets.masked(Secrets.redacted(url: retry.url)))
    block.line("Reason", value: secrets.masked(retry.cause))
    block.line("Wait", value: retry.wait.unitText)
    block.write()
  }

  func willPause(_ host: String, for wait: Duration) { diagnostics.verbose(wait.pauseText(host)) }
}

extension Duration {
  fileprivate func pauseText(_ host: String) -> String {
    "no request to \(host) for \(unitText): its announced limit is used up"
  }
}

/// Announces the delays of retries and the pauses of hosts on a terminal, where a run would seem to
/// hang.
struct RetryNotice: ExchangeObserver {
  private let diagnostics: Diagnostics
  private let limit = MessageLimit()
  private static let shortest = Duration.milliseconds(200)

  /// Returns nil if stderr is not a terminal, or the log contains the retries.
  init?(_ context: ToolContext) {
    guard context.streams.error.isTerminal, context.common.level == .normal else { return nil }
    diagnostics = context.diagnostics
  }

  func willRetry(_ retry: PlannedRetry, in attempt: AttemptContext) {
    let progress = "(\(retry.number) of \(retry.limit))"
    announce(
      retry.wait,
      "retrying \"\(Secrets.redacted(url: retry.url))\" in \(retry.wait.unitText) \(progress): "
        + retry.cause)
  }

  func willPause(_ host: String, for wait: Duration) { announce(wait, wait.pauseText(host)) }

  private func announce(_ wait: Duration, _ text: @autoclosure () -> String) {
    guard wait > Self.shortest else { return }
    let message = limit.admit(text(), rest: "further delays are not reported; -v reports all")
    if let message { diagnostics.notice(message) }
  }
}

/// Limits the messages about one subject, of which a stream may cause thousands.
final class MessageLimit: Sendable {
  private let count = Atomic(0)

  private static let maximum = 10

  /// - Parameter rest: the message about all messages beyond the limit.
  /// - Returns: the message to print; nil beyond the limit.
  func admit(_ message: @autoclosure () -> String, rest: String) -> String? {
    // Relaxed: only the number of messages matters, not which ones they are.
    let count = count.add(1, ordering: .relaxed).newValue
    if count <= Self.maximum { return message() }
    return count == Self.maximum + 1 ? rest : nil
  }
}
