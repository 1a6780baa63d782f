import Testing

/// One text of the conformance tables.
struct JSONCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  init(_ text: String) {
    // Quoted, so that control characters do not reach the terminal.
    name = text.debugDescription
    bytes = Array(text.utf8)
  }

  /// For bytes that no `String` can hold.
  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// `content` between quotes.
  init(_ name: String, content: [UInt8]) {
    self.init(name, [0x22] + content + [0x22])
  }

  var testDescription: String { name.count > 40 ? "\(name.prefix(40))…" : name }
}
