/// A JSON string as a terminal may be given it.
enum TerminalJSON {
  /// Appends a valid string, quotes included.
  ///
  /// JSON has C0 escaped already (RFC 8259 §7). DEL, C1 and the characters that turn the direction
  /// of text or break the line may stand as they are: they become `\u009b`, as `TerminalText` has
  /// it for other text.
  static func append(_ string: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    var copied = 0
    var at = 0
    while at < string.count {
      guard let control = control(in: string, at: at) else {
        at += 1
        continue
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[copied..<at]))
      appendEscape(control.unit, to: &output)
      at += control.length
      copied = at
    }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[copied...]))
  }

  /// The character at a place, if it must be escaped; all of them have one UTF-16 code unit.
  @inline(__always)
  private static func control(
    in string: UnsafeRawBufferPointer, at place: Int
  ) -> (unit: UInt16, length: Int)? {
    let first = string[place]
    if first < 0x7F { return nil }
    switch first {
    case 0x7F: return (0x7F, 1)
    case 0xC2 where place + 1 < string.count && string[place + 1] < 0xA0:
      return (UInt16(string[place + 1]), 2)
    case 0xE2 where place + 2 < string.count: return separator(string[place + 1], string[place + 2])
    default: return nil
    }
  }

  /// U+2028…U+202E and U+2066…U+2069, of which the first byte is 0xE2.
  private static func separator(_ second: UInt8, _ third: UInt8) -> (unit: UInt16, length: Int)? {
    switch (second, third) {
    case (0x80, 0xA8...0xAE): (0x2000 + UInt16(third & 0x3F), 3)
    case (0x81, 0xA6...0xA9): (0x2040 + UInt16(third & 0x3F), 3)
    default: nil
    }
  }

  private static func appendEscape(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 15)
      output.append(digit < 10 ? JSONByte.zero + digit : 0x57 + digit)
    }
  }
}
