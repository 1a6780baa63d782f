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
}

/// Announces the delays of a single request on a terminal, where it would seem to hang.
struct RetryNotice: ExchangeObserver {
  private let diagnostics: Diagnostics
  private static let shortest = Duration.milliseconds(200)

  /// Returns nil if stderr is not a terminal, or the log contains the retries.
  init?(_ context: ToolContext) {
    guard context.streams.error.isTerminal, context.common.level == .normal else { return nil }
    diagnostics = context.diagnostics
  }

  func willRetry(_ retry: PlannedRetry, in attempt: AttemptContext) {
    guard retry.wait > Self.shortest else { return }
    diagnostics.notice(
      "retrying in \(retry.wait.unitText) (\(retry.number) of \(retry.limit)): \(retry.cause)")
  }
}

/// An entry of the log: indented lines, or one line of JSON with `--log-format json`. Written at
/// once, so that entries of concurrent requests do not mix.
private struct LogBlock {
  private let diagnostics: Diagnostics
  private let isJSON: Bool
  private var text: [UInt8] = []
  private var writer = JSONWriter()

  init(_ kind: String, of attempt: AttemptContext, to diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
    isJSON = diagnostics.format == .json
    let ref = attempt.ref.map { String(decoding: $0, as: UTF8.self) }
    if isJSON {
      writer.beginObject()
      writer.field("level", "verbose")
      writer.field("tool", diagnostics.tool)
      writer.field("event", kind)
      if let ref = attempt.ref { writer.field("ref", raw: ref) }
      writer.field("attempt", attempt.attempt)
    } else {
      let which = [
        ref.map { "ref \($0)" }, attempt.attempt > 1 ? "attempt \(attempt.attempt)" : nil,
      ]
      .compactMap(\.self).joined(separator: ", ")
      append("\(diagnostics.tool): \(kind)" + (which.isEmpty ? "" : " (\(which))") + ":", indent: 0)
    }
  }

  mutating func line(_ name: String, value: String, isNumber: Bool = false) {
    if isJSON, isNumber {
      writer.field(name.lowercased(), raw: value)
    } else if isJSON {
      writer.field(name.lowercased(), value)
    } else {
      append("\(name): \(TerminalText.escaped(value))", indent: 2)
    }
  }

  /// The address, and for TLS its version and the certificate.
  mutating func connection(_ timing: RequestTiming) {
    if let address = timing.remoteAddress, let port = timing.remotePort {
      let shown = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
      line("Address", value: timing.isReused ? "\(shown), connection reused" : shown)
    }
    guard let tls = timing.tlsConnection else { return }
    line("TLS", value: tls.version)
    var certificate = tls.certificateNames.map { ("Name", $0) }
    if let expiry = tls.certificateExpiry {
      certificate.append(("Expires", CivilDate.timestamp(expiry)))
    }
    pairs("Certificate", certificate)
  }

  mutating func pairs(_ name: String, _ pairs: [(String, String)]) {
    if pairs.isEmpty { return }
    if isJSON {
      writer.key(name.lowercased())
      writer.beginArray()
      for (name, value) in pairs {
        writer.beginArray()
        writer.string(name)
        writer.string(value)
        writer.endArray()
      }
      writer.endArray()
    } else {
      append("\(name):", indent: 2)
      for (name, value) in pairs {
        append("\(TerminalText.escaped(name)): \(TerminalText.escaped(value))", indent: 4)
      }
    }
  }

  /// Adds the start of a body: indented JSON, text, or for binary data only its length.
  mutating func data(_ bytes: [UInt8], total: Int, printer: JSONPrinter) {
    if total == 0 { return }
    let isComplete = bytes.count == total
    if isJSON {
      writer.field("bytes", total)
      if let text = String(validating: bytes, as: UTF8.self), isComplete {
        writer.field("data", text)
      }
      return
    }
    append("Data:", indent: 2)
    if isComplete, let view = try? JSONView.parse(bytes) {
      for line in printer.text(of: view).split(separator: 0x0A) { append(line, indent: 4) }
    } else if let text = Self.text(bytes) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        append(TerminalText.escaped(String(line)), indent: 4)
      }
      if !isComplete { append("… \(total) bytes in total", indent: 4) }
    } else {
      append("\(total) bytes", indent: 4)
    }
  }

  /// Returns the bytes as text, up to a character that was truncated at the end; nil if they are
  /// binary.
  private static func text(_ bytes: [UInt8]) -> String? {
    for cut in 0...3 {
      if let text = String(validating: bytes.dropLast(cut), as: UTF8.self), !bytes.contains(0) {
        return text
      }
    }
    return nil
  }

  mutating func write() {
    if isJSON {
      writer.endObject()
      writer.endLine()
      diagnostics.write(lines: writer.bytes)
    } else {
      diagnostics.write(lines: text)
    }
  }

  private mutating func append(_ line: String, indent: Int) {
    append(Array(line.utf8)[...], indent: indent)
  }

  private mutating func append(_ line: ArraySlice<UInt8>, indent: Int) {
    text += [UInt8](repeating: 0x20, count: indent)
    text += line
    text.append(0x0A)
  }
}
