import TestSupport
import Testing

@testable import WirelineCore

@Suite struct BinaryCheckTests {
  private func finding(_ bytes: [UInt8], pieces size: Int = .max) -> BinaryCheck.Finding {
    var check = BinaryCheck()
    var rest = bytes[...]
    while !rest.isEmpty {
      check.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    check.finish()
    return check.finding
  }

  @Test(
    arguments: [
      ("", .text), ("plain\tand\r\nlines\n", .text), ("é北😀\u{FFFF}\u{10FFFF}", .text),
      ("\u{1B}[31mred", .textWithControls), ("a\u{7F}", .textWithControls),
      ("\u{9B}31m", .textWithControls), ("\u{A0}", .text), ("\u{FEFF}<?xml?>", .text),
      ("a\u{0}", .binary(offset: 1)), ("\u{8}", .binary(offset: 0)),
      ("é\u{C}", .binary(offset: 2)), ("\u{1B}\u{0}", .binary(offset: 1)),
    ] as [(String, BinaryCheck.Finding)])
  func acceptsText(text: String, expected: BinaryCheck.Finding) {
    #expect(finding(Array(text.utf8)) == expected)
    #expect(finding(Array(text.utf8), pieces: 1) == expected)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47], 0), ([0x61, 0xC3], 2), ([0xC0, 0x80], 0),
      ([0xED, 0xA0, 0x80], 1), ([0xE0, 0x80, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
      ([0xF5], 0), ([0xF0, 0x9F, 0x98], 3), ([0xC3, 0x41], 1), ([0x1F, 0x8B, 8], 0),
      ([0xFF, 0xFE, 0x41, 0], 0),
    ] as [([UInt8], Int)])
  func locatesFirstInvalidByte(bytes: [UInt8], offset: Int) {
    #expect(finding(bytes) == .binary(offset: offset))
  }

  @Test func incompleteCharacterIsNotBinaryYet() {
    for end in 1...3 {
      var check = BinaryCheck()
      check.append(Array("😀".utf8.prefix(end)))
      #expect(!check.isBinary)
    }
  }

  @Test(arguments: 1...8)
  func agreesWithStandardLibraryInAnyPieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sample = Array("line é北😀\n\u{1B}[1mö\u{85}\u{7FF}\u{800}\u{D7FF}\u{E000}".utf8)
    for round in 0..<2000 {
      let bytes =
        round % 2 == 0 ? random.mutation(of: sample) : random.bytes(0...6).map { $0 | 0x80 }
      let whole = finding(bytes)
      let isWellFormed = String(validating: bytes, as: UTF8.self) != nil
      let hasC0 = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains($0) }
      var isBinary = false
      if case .binary = whole { isBinary = true }

      #expect(isBinary == (!isWellFormed || hasC0), "\(bytes)")
      for size in 1...4 { #expect(finding(bytes, pieces: size) == whole) }
    }
  }

  @Test func rejectsPrefixesThatEndInsideACharacter() {
    let text = Array("é\u{1B}北\n😀".utf8)
    for end in 0...text.count {
      let isWhole = String(validating: text[..<end], as: UTF8.self) != nil
      var isBinary = false
      if case .binary = finding(Array(text[..<end])) { isBinary = true }
      #expect(isBinary == !isWhole)
    }
  }
}

@Suite struct TerminalFilterTests {
  @Test(arguments: [
    ("plain é 東\n\tx\r\n", "plain é 東\n\tx\r\n"), ("\u{1B}[31mred", "\\x1b[31mred"),
    ("a\u{7F}b", "a\\x7fb"), ("a\u{9B}31m", "a\\x9b31m"), ("\u{A0}«", "\u{A0}«"), ("", ""),
    ("\u{7}", "\\x07"),
  ])
  func escapesControlCharacters(text: String, shown: String) {
    let bytes = Array(text.utf8)
    for size in 1...max(1, bytes.count) {
      var filter = TerminalFilter()
      var out: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { out += filter.filtered($0) }
      }
      #expect(String(decoding: out, as: UTF8.self) == shown, "in pieces of \(size)")
    }
  }
}
