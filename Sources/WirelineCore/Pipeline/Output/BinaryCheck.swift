/// Checks, in pieces of any size, whether bytes are text that a terminal can show.
///
/// Text must be well-formed UTF-8 (RFC 3629). It may contain the C0 controls tab, line feed,
/// carriage return and escape. Escape is allowed because coloured text contains it; like DEL and
/// C1, it must be escaped for the terminal.
package struct BinaryCheck: Sendable {
  package enum Finding: Sendable, Equatable {
    case text
    /// Text with control characters that must be escaped for a terminal.
    case textWithControls
    case binary(offset: Int)
  }

  package private(set) var finding = Finding.text
  private var offset = 0
  /// The number of missing bytes of the character, and the valid range of the next.
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF
  /// Whether the last lead byte was 0xC2, which precedes C1.
  private var isBeforeLatin1 = false

  package init() {}

  package var isBinary: Bool {
    if case .binary = finding { true } else { false }
  }

  /// Checks the next piece; ignored once the content is binary.
  package mutating func append(_ piece: UnsafeRawBufferPointer) {
    for byte in piece {
      if isBinary { return }
      missing > 0 ? appendContinuation(byte) : appendFirst(byte)
      offset += 1
    }
  }

  /// Checks the next piece.
  package mutating func append(_ piece: [UInt8]) {
    piece.withUnsafeBytes { append($0) }
  }

  /// Ends the input. An incomplete character is not text.
  package mutating func finish() {
    if missing > 0, !isBinary { finding = .binary(offset: offset) }
  }

  @inline(__always)
  private mutating func appendFirst(_ byte: UInt8) {
    if byte >= 0x20, byte < 0x7F { return }
    switch byte {
    case 0x09, 0x0A, 0x0D: break
    case 0x1B, 0x7F: finding = .textWithControls
    // RFC 3629 §4: no overlong forms, no surrogates, nothing above U+10FFFF.
    case 0xC2...0xDF: expect(1, 0x80...0xBF)
    case 0xE0: expect(2, 0xA0...0xBF)
    case 0xED: expect(2, 0x80...0x9F)
    case 0xE1...0xEF: expect(2, 0x80...0xBF)
    case 0xF0: expect(3, 0x90...0xBF)
    case 0xF1...0xF3: expect(3, 0x80...0xBF)
    case 0xF4: expect(3, 0x80...0x8F)
    default: finding = .binary(offset: offset)
    }
    isBeforeLatin1 = byte == 0xC2
  }

  private mutating func expect(_ count: Int, _ range: ClosedRange<UInt8>) {
    missing = count
    allowed = range
  }

  private mutating func appendContinuation(_ byte: UInt8) {
    guard allowed.contains(byte) else {
      finding = .binary(offset: offset)
      return
    }
    if isBeforeLatin1, byte < 0xA0 { finding = .textWithControls }
    missing -= 1
    allowed = 0x80...0xBF
    isBeforeLatin1 = false
  }
}

/// Escapes control characters of text for a terminal, piece by piece, as `\x1b`.
package struct TerminalFilter: Sendable {
  /// Whether the last piece ended in 0xC2, the lead byte of C1 controls.
  private var hasLead = false

  package init() {}

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
