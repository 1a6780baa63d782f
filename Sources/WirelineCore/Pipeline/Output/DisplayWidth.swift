/// How many columns text takes on a terminal.
///
/// A compact form of Unicode Standard Annex 11: marks and format characters take none, East Asian
/// wide characters and emoji two, the rest one. A grapheme is as wide as its widest scalar.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The text, if it is not wider than `limit`; else its beginning, and an ellipsis.
  package static func cut(_ text: String, to limit: Int) -> (text: String, width: Int) {
    let whole = of(text)
    guard whole > limit else { return (text, whole) }
    guard limit > 0 else { return ("", 0) }
    var result = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > limit - 1 { break }
      result.append(character)
      used += width
    }
    return (result + "…", used + 1)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    // U+FE0F asks for the emoji form of a character that also has a narrow one.
    if scalars.count > 1, scalars.contains("\u{FE0F}") || isFlag(scalars) { return 2 }
    return scalars.reduce(0) { max($0, width(of: $1)) }
  }

  /// Two regional indicators, each of which is narrow.
  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isWide(scalar.value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// East_Asian_Width W and F, by blocks.
  private static func isWide(_ value: UInt32) -> Bool {
    wide.contains { $0.contains(value) }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
    0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26D4...0x26D4,
    0x26EA...0x26EA, 0x26F2...0x26F5, 0x26FA...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x274C...0x274C, 0x2753...0x2757, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
    0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
