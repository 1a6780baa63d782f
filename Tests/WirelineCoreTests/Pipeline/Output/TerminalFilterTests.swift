import TestSupport
import Testing

@testable import WirelineCore

@Suite struct TerminalFilterTests {
  private func filtered(_ bytes: [UInt8], pieces size: Int) -> (text: [UInt8], isBinary: Bool) {
    var filter = TerminalFilter()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      text += piece.withUnsafeBytes { filter.filtered($0) }
    }
    return (text, filter.isBinary)
  }

  @Test(arguments: [
    ("plain é 東\n\tx\r\n", "plain é 東\n\tx\r\n"), ("\u{1B}[31mred", "\\x1b[31mred"),
    ("a\u{7F}b", "a\\x7fb"), ("a\u{9B}31m", "a\\x9b31m"), ("\u{A0}«😀", "\u{A0}«😀"), ("", ""),
    ("\u{FEFF}<?xml?>", "\u{FEFF}<?xml?>"),
  ])
  func escapesControlCharacters(text: String, shown: String) {
    for size in 1...max(1, text.utf8.count) {
      let (text, isBinary) = filtered(Array(text.utf8), pieces: size)
      #expect(String(decoding: text, as: UTF8.self) == shown, "in pieces of \(size)")
      #expect(!isBinary)
    }
  }

  @Test(
    arguments: [
      [0x61, 0], [8], [0xC3, 0xA9, 0x0C], [0x1B, 0], [0x89, 0x50, 0x4E, 0x47], [0xC0, 0x80, 0x41],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3, 0x41], [0x1F, 0x8B, 8],
      [0xFF, 0xFE, 0x41, 0], [0xFF],
    ] as [[UInt8]])
  func detectsBinaryData(bytes: [UInt8]) {
    for size in 1...bytes.count { #expect(filtered(bytes, pieces: size).isBinary) }
  }

  @Test func incompleteCharacterIsNotBinaryYet() {
    for end in 1...3 { #expect(!filtered(Array("😀".utf8.prefix(end)), pieces: 9).isBinary) }
  }

  /// Text in Latin-1 may end with an accented letter.
  @Test func keepsIncompleteCharacterAtTheEnd() {
    var filter = TerminalFilter()

    let text: [UInt8] = [0x61, 0xE9]
    let shown = text.withUnsafeBytes { filter.filtered($0) } + filter.finish()

    #expect(shown == text)
    #expect(filter.finish().isEmpty)
  }

  @Test(arguments: 1...4)
  func agreesWithStandardLibraryInAnyPieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sample = Array("line é北😀\n\u{1B}[1mö\u{85}\u{7FF}\u{800}\u{D7FF}\u{E000}".utf8)
    for _ in 0..<250 {
      let bytes = random.mutation(of: sample) + Array("end of text".utf8)
      let hasC0 = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains($0) }
      let isText = String(validating: bytes, as: UTF8.self) != nil && !hasC0
      for size in [1, 2, 3, 4, .max] {
        #expect(filtered(bytes, pieces: size).isBinary != isText, "\(bytes)")
      }
    }
  }
}
