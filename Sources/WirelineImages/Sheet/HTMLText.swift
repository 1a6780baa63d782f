/// Text from outside, made harmless for where it goes in a page.
enum HTMLText {
  /// Appends text for an element's content or a quoted attribute's value.
  ///
  /// Controls, which HTML forbids (§13.2.3.5 of the standard calls them parse errors), become
  /// U+FFFD.
  static func append(_ text: String, to output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): output.append(contentsOf: "&#39;".utf8)
      case 0x00..<0x20, 0x7F: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: output.append(byte)
      }
    }
  }

  /// Appends valid JSON for the content of a script element.
  ///
  /// `</script`, `<!--` and `]]>` cannot be written without `<` or `>`, and outside strings JSON
  /// has neither. U+2028 and U+2029 end a line in older JavaScript.
  static func append(json: [UInt8], to output: inout [UInt8]) {
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "<"): output.append(contentsOf: #"\u003C"#.utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: #"\u003E"#.utf8)
      case 0xE2 where isLineSeparator(json[index...]):
        output.append(contentsOf: (json[index + 2] == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8)
        index += 2
      case let byte: output.append(byte)
      }
      index += 1
    }
  }

  /// U+2028 or U+2029 in UTF-8.
  private static func isLineSeparator(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: [0xE2, 0x80, 0xA8]) || bytes.starts(with: [0xE2, 0x80, 0xA9])
  }
}
