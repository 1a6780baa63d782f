/// Text as a terminal may be given it.
package enum TerminalText {
  /// Control characters become `\n`, `\t`, `\r` or `\x1b`, so that text from elsewhere can neither
  /// steer the terminal nor begin a line of its own.
  package static func escaped(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: isControl) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// C0, DEL and C1, and the characters that turn the direction of the text around them (Unicode
  /// Technical Report 36 §2.5), which make a name look like another.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default: break
    }
    let digits = String(scalar.value, radix: 16)
    return scalar.value > 0xFF
      ? "\\u{\(digits)}" : "\\x" + String(repeating: "0", count: 2 - digits.utf8.count) + digits
  }
}
