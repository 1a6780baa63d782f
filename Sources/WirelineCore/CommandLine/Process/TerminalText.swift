/// Makes text safe to print on a terminal.
package enum TerminalText {
  /// Escapes control characters as `\n`, `\t`, `\r` or `\x1b`, so that foreign text can neither
  /// control the terminal nor begin a new line.
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

  /// C0, DEL, C1, and line separators and bidirectional controls, which can make one name look like
  /// another (Unicode Technical Report 36 §2.5).
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
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
    let digits = scalar.value.text(digits: 2, radix: 16)
    return scalar.value > 0xFF ? "\\u{\(digits)}" : "\\x" + digits
  }
}
