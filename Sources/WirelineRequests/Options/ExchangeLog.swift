package import WirelineCore

/// Requests and answers as blocks on stderr, secrets masked: `--log-request`,
/// `--log-response`, and both with `-v`.
package struct ExchangeLog: ExchangeObserver {
  private let diagnostics: Diagnostics
  private let logsRequests: Bool
  private let logsResponses: Bool
  private let printer: JSONPrinter
  private let secrets = SentSecrets()

  /// A longer body is cut.
  private static let maximumBytes = 64 * 1024

  /// Nil where nothing is to be told.
  package init?(
    _ context: ToolContext, logsRequests: Bool?, logsResponses: Bool?
  ) {
    let isVerbose = context.common.level >= .verbose
    self.logsRequests = logsRequests ?? isVerbose
    self.logsResponses = logsResponses ?? isVerbose
    guard self.logsRequests || self.logsResponses else { return nil }
    diagnostics = context.diagnostics
    printer = JSONPrinter(
      isColored: context.common.color.isColored(
        context.streams.error, environment: context.environment))
  }

  package var bodyBytes: Int { logsResponses ? Self.maximumBytes : 0 }

  package func willSend(_ request: RequestAttempt, _ place: ExchangePlace) {
    secrets.note(request.headers)
    secrets.note(request.url)
    guard logsRequests else { return }
    var block = LogBlock("request", place, diagnostics)
    // A redirect may lead to a URL that repeats what was sent before.
    block.line("URL", secrets.masked(Secrets.redacted(url: request.url)))
    block.line("Method", request.method)
    block.pairs(
      "Parameters",
      Secrets.redacted(parameters: request.url.parameters).map {
        (secrets.masked($0.0), secrets.masked($0.1))
      })
    let headers = secrets.masked(Secrets.redacted(request.headers))
    block.pairs("Headers", headers.fields.map { ($0.name, $0.value) })
    switch request.body {
    case .none: break
    case .file(let path): block.line("Data", "the file \"\(path)\"")
    case .bytes(let bytes, _):
      block.data(Array(bytes.prefix(Self.maximumBytes)), total: bytes.count, printer)
    case .multipart(let multipart): block.pairs("Parts", multipart.parts.map(Self.summary))
    }
    block.write()
  }

  private static func summary(_ part: Multipart.Part) -> (String, String) {
    switch part.content {
    case .file(let path): (part.name, "the file \"\(path)\", \(part.mediaType ?? "")")
    case .bytes(let bytes):
      (part.name, String(validating: bytes.prefix(200), as: UTF8.self) ?? "\(bytes.count) bytes")
    }
  }

  package func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace
  ) {
    guard logsResponses else { return }
    var block = LogBlock("response", place, diagnostics)
    block.line("URL", secrets.masked(Secrets.redacted(url: url)))
    block.line("Status", head.status)
    let headers = secrets.masked(Secrets.redacted(head.headers))
    block.pairs("Headers", headers.fields.map { ($0.name, $0.value) })
    let isCut = body.count < total
    let masked = secrets.masked(body, isCut: isCut)
    block.data(masked, total: isCut ? total : masked.count, printer)
    block.write()
  }

  package func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace) {
    var block = LogBlock("error", place, diagnostics)
    block.line("URL", secrets.masked(Secrets.redacted(url: url)))
    block.line("Error", secrets.masked(error.message))
    block.write()
  }

  package func willTryAgain(after wait: Duration, _ place: ExchangePlace) {
    var block = LogBlock("retry", place, diagnostics)
    block.line("Wait", wait.unitText)
    block.write()
  }
}
