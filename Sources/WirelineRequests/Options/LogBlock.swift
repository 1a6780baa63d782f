internal import WirelineCore

/// One block of an exchange's log: indented lines for people, or one line of
/// JSON where the messages are JSON. Written at once, so that blocks of a
/// stream do not mix.
struct LogBlock {
  private let diagnostics: Diagnostics
  private let isJSON: Bool
  private var text: [UInt8] = []
  private var writer = JSONWriter()

  init(_ kind: String, _ place: ExchangePlace, _ diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
    isJSON = diagnostics.format == .json
    let ref = place.ref.map { String(decoding: $0, as: UTF8.self) }
    if isJSON {
      writer.beginObject()
      writer.member("level", "verbose")
      writer.member("tool", diagnostics.tool)
      writer.member("event", kind)
      if let ref = place.ref { writer.member("ref", raw: ref) }
      writer.member("attempt", place.attempt)
    } else {
      let which = [ref.map { "ref \($0)" }, place.attempt > 1 ? "attempt \(place.attempt)" : nil]
        .compactMap(\.self).joined(separator: ", ")
      append("\(diagnostics.tool): \(kind)" + (which.isEmpty ? "" : " (\(which))") + ":", indent: 0)
    }
  }

  mutating func line(_ name: String, _ value: String) {
    if isJSON {
      writer.member(name.lowercased(), value)
    } else {
      append("\(name): \(TerminalText.escaped(value))", indent: 2)
    }
  }

  mutating func line(_ name: String, _ number: Int) {
    if isJSON {
      writer.member(name.lowercased(), number)
    } else {
      append("\(name): \(number)", indent: 2)
    }
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

  /// The beginning of a body: JSON pretty-printed, text as lines, and of other
  /// bytes only how many there are.
  mutating func data(_ bytes: [UInt8], total: Int, _ printer: JSONPrinter) {
    if total == 0 { return }
    let isWhole = bytes.count == total
    if isJSON {
      writer.member("bytes", total)
      if let text = String(validating: bytes, as: UTF8.self), isWhole {
        writer.member("data", text)
      }
      return
    }
    append("Data:", indent: 2)
    if isWhole, let view = try? JSONView.parse(bytes) {
      for line in printer.text(of: view).split(separator: 0x0A) { append(line, indent: 4) }
    } else if let text = Self.text(bytes) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        append(TerminalText.escaped(String(line)), indent: 4)
      }
      if !isWhole { append("… \(total) bytes in all", indent: 4) }
    } else {
      append("\(total) bytes", indent: 4)
    }
  }

  /// A character that is cut at the end does not make it binary.
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
