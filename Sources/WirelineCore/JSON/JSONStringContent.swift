/// What stands between the quotes of a validated string.
package enum JSONStringContent {
  /// The text in UTF-8, with its escapes resolved.
  package static func unescaped(_ content: UnsafeRawBufferPointer) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(content.count)
    var position = 0
    while position < content.count {
      guard content[position] == JSONByte.backslash, position + 1 < content.count else {
        output.append(content[position])
        position += 1
        continue
      }
      position = appendEscape(content, at: position, to: &output)
    }
    return output
  }

  /// - Returns: where the escape ends.
  private static func appendEscape(
    _ content: UnsafeRawBufferPointer, at position: Int, to output: inout [UInt8]
  ) -> Int {
    switch content[position + 1] {
    case 0x62: output.append(0x08)
    case 0x66: output.append(0x0C)
    case 0x6E: output.append(JSONByte.lineFeed)
    case 0x72: output.append(JSONByte.carriageReturn)
    case 0x74: output.append(JSONByte.tab)
    case 0x75: return appendScalar(content, at: position, to: &output)
    case let byte: output.append(byte)
    }
    return position + 2
  }

  /// `\uXXXX` or a surrogate pair.
  private static func appendScalar(
    _ content: UnsafeRawBufferPointer, at position: Int, to output: inout [UInt8]
  ) -> Int {
    var (value, end) = (codeUnit(content, at: position + 2), position + 6)
    if value & 0xFC00 == 0xD800 {
      // The scanner has refused everything but a low surrogate here.
      value = 0x10000 + (value & 0x3FF) << 10 + codeUnit(content, at: position + 8) & 0x3FF
      end = position + 12
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return end
  }

  private static func codeUnit(_ content: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
    content[min(position, content.count)..<min(position + 4, content.count)]
      .reduce(0) { $0 << 4 | (JSONByte.hexadecimalDigit($1) ?? 0) }
  }
}
