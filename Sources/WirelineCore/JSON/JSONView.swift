internal import Glibc

/// A validated value: a range of a byte array that it shares, never copies.
package struct JSONView: Sendable {
  let bytes: [UInt8]
  /// Without white space around the value.
  let range: Range<Int>
  /// What kind of value it is.
  package let type: JSONType

  /// Only for ranges that a scan has validated.
  init(bytes: [UInt8], range: Range<Int>, type: JSONType) {
    self.bytes = bytes
    self.range = range
    self.type = type
  }

  /// Validates `bytes` as one JSON text.
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONView {
    let field = try bytes.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      try JSONScanner.locate(UnsafeRawBufferPointer(all))
    }
    return JSONView(bytes: bytes, range: field.range, type: field.type)
  }

  /// The value as it was written, white space inside it included.
  package var raw: ArraySlice<UInt8> { bytes[range] }

  /// `true` or `false`; nil for other types.
  package var boolean: Bool? {
    type == .boolean ? bytes[range.lowerBound] == 0x74 : nil
  }

  /// The text of a string, unescaped; nil for other types.
  package var string: String? {
    guard type == .string else { return nil }
    return withContent { content in
      Self.isEscaped(content)
        ? String(decoding: JSONStringContent.unescaped(content), as: UTF8.self)
        : String(decoding: content, as: UTF8.self)
    }
  }

  /// The UTF-8 text of a string, unescaped; nil for other types.
  package var unescapedBytes: [UInt8]? {
    guard type == .string else { return nil }
    return withContent { content in
      Self.isEscaped(content) ? JSONStringContent.unescaped(content) : Array(content)
    }
  }

  /// What stands between the quotes.
  private func withContent<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { all in
      body(UnsafeRawBufferPointer(rebasing: all[range].dropFirst().dropLast()))
    }
  }

  private static func isEscaped(_ content: UnsafeRawBufferPointer) -> Bool {
    guard let start = content.baseAddress else { return false }
    return memchr(start, Int32(JSONByte.backslash), content.count) != nil
  }
}
