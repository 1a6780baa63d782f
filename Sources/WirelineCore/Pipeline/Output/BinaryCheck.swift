/// Whether bytes are text that may be shown on a terminal, told from pieces of any size.
///
/// Text is well-formed UTF-8 (RFC 3629) without NUL and without C0 but tab, line feed, carriage
/// return and escape. Escape is let through because coloured text is text; it must not reach the
/// terminal as it is, and neither may DEL and C1.
package struct BinaryCheck: Sendable {
  package enum Finding: Sendable, Equatable {
    case text
    /// Text with control characters that must be escaped for a terminal.
    case textWithControls
    /// Not text; the offset is that of the first wrong byte, from the first piece on.
    case binary(offset: Int)
  }

  /// What is known by now.
  package private(set) var finding = Finding.text
  private var offset = 0
  /// How many bytes of the character are still to come, and what the next may be.
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF
  /// The last lead byte was 0xC2, after which C1 comes.
  private var isBeforeLatin1 = false

  package init() {}

  package var isBinary: Bool {
    if case .binary = finding { true } else { false }
  }

  /// The next piece; nothing more is learnt once it is binary.
  package mutating func append(_ piece: UnsafeRawBufferPointer) {
    for byte in piece {
      if isBinary { return }
      missing > 0 ? inside(byte) : begin(byte)
      offset += 1
    }
  }

  /// The next piece.
  package mutating func append(_ piece: [UInt8]) {
    piece.withUnsafeBytes { append($0) }
  }

  /// There are no more bytes: a character that is not whole is not text.
  package mutating func finish() {
    if missing > 0, !isBinary { finding = .binary(offset: offset) }
  }

  @inline(__always)
  private mutating func begin(_ byte: UInt8) {
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

  private mutating func inside(_ byte: UInt8) {
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
