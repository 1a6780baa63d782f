/// Bytes as a JSON string, with no more escapes than RFC 8259 §7 asks for.
package enum JSONQuoting {
  /// Appends `text` in quotes; what is not well-formed UTF-8 becomes U+FFFD.
  package static func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if isPlain(text) { appendPlain(text, to: &output) } else { appendOther(text, to: &output) }
  }

  /// Whether it is ASCII of which nothing has to be escaped, as nearly all is.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard var cursor = JSONCursor(text) else { return true }
    cursor.skipPlain()
    return cursor.at == cursor.end
  }

  private static func appendPlain(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(addingCapacity: text.count + 2) { span in
      span.withUnsafeMutableBufferPointer { room, written in
        // The room has the two quotes and all of the text.
        let room = UnsafeMutableRawBufferPointer(room)
        room[written] = JSONByte.quote
        UnsafeMutableRawBufferPointer(rebasing: room[(written + 1)...]).copyMemory(from: text)
        written += text.count + 2
        room[written - 1] = JSONByte.quote
      }
    }
  }

  private static func appendOther(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let mark = output.count
    output.append(JSONByte.quote)
    if !appendEscaped(text, to: &output) {
      output.removeLast(output.count - mark - 1)
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { _ = appendEscaped(UnsafeRawBufferPointer($0), to: &output) }
    }
    output.append(JSONByte.quote)
  }

  /// - Returns: false at bytes that are not well-formed UTF-8; then only a part was appended.
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
      output.append(contentsOf: "u00".utf8)
      output.append(hexadecimal(byte >> 4))
      output.append(hexadecimal(byte & 0xF))
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? JSONByte.zero + digit : 0x61 + digit - 10
  }
}
