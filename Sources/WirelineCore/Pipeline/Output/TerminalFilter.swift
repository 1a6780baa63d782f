/// Text on its way to a terminal, piece by piece: what could steer the terminal
/// is shown as `\x1b`, the rest goes through as it comes.
package struct TerminalFilter: Sendable {
  /// The last piece ended in 0xC2, which C1 controls begin with in UTF-8.
  private var hasLead = false

  package init() {}

  /// What to write for the next piece.
  package mutating func filtered(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(piece.count + 8)
    for byte in piece {
      if hasLead {
        hasLead = false
        if byte < 0xA0 {
          Self.escape(byte, to: &text)
          continue
        }
        text.append(0xC2)
      }
      switch byte {
      case 0xC2: hasLead = true
      case 0x09, 0x0A, 0x0D: text.append(byte)
      case 0x00..<0x20, 0x7F: Self.escape(byte, to: &text)
      default: text.append(byte)
      }
    }
    return text
  }

  private static func escape(_ byte: UInt8, to text: inout [UInt8]) {
    text += [0x5C, 0x78]
    text += Array(Hexadecimal.encode([byte]).utf8)
  }
}
