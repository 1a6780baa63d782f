/// Encodes bytes as a JSON string with only the escapes that RFC 8259 §7 requires.
package enum JSONQuoting {
  /// Appends `text` in quotes; malformed UTF-8 becomes U+FFFD.
  package static func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if appendValid(text, to: &output) { return }
    var repaired = String(decoding: text, as: UTF8.self)
    repaired.withUTF8 { _ = appendValid(UnsafeRawBufferPointer($0), to: &output) }
  }

  /// Appends `text` in quotes.
  ///
  /// - Returns: False for malformed UTF-8; nothing is appended then.
  package static func appendValid(
    _ text: UnsafeRawBufferPointer, to output: inout [UInt8]
  ) -> Bool {
    if appendPlain(text, to: &output) { return true }
    let mark = output.count
    output.append(JSONByte.quote)
    guard appendEscaped(text, to: &output) else {
      output.removeLast(output.count - mark)
      return false
    }
    output.append(JSONByte.quote)
    return true
  }

  /// Checks and copies in one pass, into the spare capacity.
  ///
  /// - Returns: False unless the text is ASCII without escapes, as most is; nothing is appended
  ///   then.
  private static func appendPlain(
    _ text: UnsafeRawBufferPointer, to output: inout [UInt8]
  ) -> Bool {
    var isPlain = true
    output.append(addingCapacity: text.count + 2) { span in
      span.withUnsafeMutableBufferPointer { room, written in
        let room = UnsafeMutableRawBufferPointer(room)
        isPlain = JSONCursor.copyPlain(
          text, to: UnsafeMutableRawBufferPointer(rebasing: room[(written + 1)...]))
        guard isPlain else { return }
        room[written] = JSONByte.quote
        written += text.count + 2
        room[written - 1] = JSONByte.quote
      }
    }
    return isPlain
  }

  /// - Returns: False for malformed UTF-8, after appending only a part.
  private static func appendEscaped(
    _ text: UnsafeRawBufferPointer, to output: inout [UInt8]
  ) -> Bool {
    guard var cursor = JSONCursor(text) else { return true }
    var copied = 0
    while true {
      cursor.skipPlain()
      if cursor.at < cursor.end, cursor.base[cursor.at] >= 0x80 {
        guard let next = try? cursor.skipMultibyte(from: cursor.at), next > cursor.at else {
          return false
        }
        cursor.at = next
        continue
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[copied..<cursor.at]))
      guard cursor.at < cursor.end else { return true }
      appendEscape(of: cursor.base[cursor.at], to: &output)
      cursor.at &+= 1
      copied = cursor.at
    }
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output.append(JSONByte.backslash)
    switch byte {
    case JSONByte.quote, JSONByte.backslash: output.append(byte)
    case 0x08: output.append(0x62)
    case JSONByte.tab: output.append(0x74)
    case JSONByte.lineFeed: output.append(0x6E)
    case 0x0C: output.append(0x66)
    case JSONByte.carriageReturn: output.append(0x72)
    default:
      output.append(contentsOf: "u00\(Hexadecimal.encode([byte]))".utf8)
    }
  }
}

/// Decodes the content between the quotes of a validated string.
package enum JSONStringContent {
  /// Returns the content in UTF-8 with its escapes resolved.
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

  private static func appendScalar(
    _ content: UnsafeRawBufferPointer, at position: Int, to output: inout [UInt8]
  ) -> Int {
    var (value, end) = (codeUnit(content, at: position + 2), position + 6)
    if value & 0xFC00 == 0xD800 {
      // The scanner accepts only a low surrogate here.
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
