import WirelineCore
import WirelineRequests

/// An entry of the log: indented lines, or one line of JSON with `--log-format json`. Written at
/// once, so that entries of concurrent requests do not mix.
struct LogBlock {
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
    if isJSON {
      writer.key(named: name.lowercased())
      if isNumber { writer.raw(value) } else { writer.string(value) }
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
      writer.key(named: name.lowercased())
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
