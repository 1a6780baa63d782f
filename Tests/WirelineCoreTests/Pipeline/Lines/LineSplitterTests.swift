import TestSupport
import Testing

@testable import WirelineCore

@Suite struct LineSplitterTests {
  /// A delivered line; without text if it was skipped.
  struct Line: Equatable {
    let number: Int
    let text: String?
    let length: Int
  }

  static let texts: [(String, [Line])] = [
    ("", []),
    ("\n", []),
    ("\n\r\n \t \n", []),
    ("a", [Line(1, "a")]),
    ("a\n", [Line(1, "a")]),
    ("a\nb", [Line(1, "a"), Line(2, "b")]),
    ("a\r\nb\r\n", [Line(1, "a"), Line(2, "b")]),
    ("a\r", [Line(1, "a")]),
    ("a\rb\n", [Line(1, "a\rb")]),
    ("a\r\r\n", [Line(1, "a\r")]),
    ("\n\na\n\n b \n", [Line(3, "a"), Line(5, " b ")]),
    ("\u{FEFF}a\nb\n", [Line(1, "a"), Line(2, "b")]),
    ("\u{FEFF}\na\n", [Line(2, "a")]),
    ("\u{FEFF}", []),
    ("\u{FEFF}\u{FEFF}a\n", [Line(1, "\u{FEFF}a")]),
    ("a\n\u{FEFF}b\n", [Line(1, "a"), Line(2, "\u{FEFF}b")]),
    ("12345678\nx\n", [Line(1, "12345678"), Line(2, "x")]),
    ("123456789\nx\n", [Line(1, skipped: 9), Line(2, "x")]),
    ("12345678\r\nx", [Line(1, "12345678"), Line(2, "x")]),
    ("123456789\r\nx", [Line(1, skipped: 9), Line(2, "x")]),
    ("\u{FEFF}12345678\r\nx", [Line(1, "12345678"), Line(2, "x")]),
    ("\u{FEFF}123456789\r\nx", [Line(1, skipped: 9), Line(2, "x")]),
    ("x\n1234567890123456789012345\r\n\ny", [Line(1, "x"), Line(2, skipped: 25), Line(4, "y")]),
    ("12345678901234567890", [Line(1, skipped: 20)]),
    ("\u{FEFF}12345678901234567890\r", [Line(1, skipped: 20)]),
    ("12345678901234567890\r\r\n", [Line(1, skipped: 21)]),
    (
      "1234567890123\n1234567890123\na", [Line(1, skipped: 13), Line(2, skipped: 13), Line(3, "a")]
    ),
    ("\0\n\u{B}\n", [Line(1, "\0"), Line(2, "\u{B}")]),
  ]

  @Test(arguments: texts)
  func linesDoNotDependOnChunks(_ text: String, _ expected: [Line]) {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map { Array($0) }
        if lines(chunks) != expected { Issue.record("cut at \(first) and \(second)") }
      }
    }
    #expect(lines(bytes.map { [$0] }) == expected)
  }

  @Test func hasLineReportsBufferedLines() {
    var splitter = LineSplitter()
    splitter.append(Array("a\n\n \nb".utf8))
    #expect(hasLine(&splitter))

    _ = splitter.next()
    #expect(!hasLine(&splitter), "two blank lines and half a line")

    splitter.finish()
    #expect(hasLine(&splitter))

    _ = splitter.next()
    #expect(!hasLine(&splitter))
    #expect(splitter.next() == nil)
  }

  @Test(arguments: [true, false]) func skipsLongLinesInConstantMemory(asksFirst: Bool) {
    var splitter = LineSplitter(maximumLineBytes: 1 << 20)
    let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
    var peak = 0

    for _ in 0..<1120 {
      splitter.append(chunk)
      let isFound = asksFirst ? splitter.hasLine() : splitter.next() != nil
      #expect(!isFound)
      peak = max(peak, splitter.bufferBytes)
    }
    splitter.append(Array("\nnext\n".utf8))

    #expect(splitter.next() == InputLine(number: 1, skipped: 1120 << 16))
    #expect(splitter.next() == InputLine(number: 2, bytes: Array("next".utf8)))
    #expect(peak <= 2 << 20)
  }

  @Test func releasesMemoryOfALongLine() {
    var splitter = LineSplitter()
    let line = [UInt8](repeating: 0x61, count: 8 << 20)
    splitter.append(line)
    splitter.append([0x0A])
    #expect(splitter.next()?.bytes == line)
    #expect(splitter.bufferBytes >= 8 << 20)

    splitter.append(Array("b\n".utf8))

    #expect(splitter.next()?.bytes == [0x62])
    #expect(splitter.bufferBytes <= 1 << 18)
  }

  private func hasLine(_ splitter: inout LineSplitter) -> Bool { splitter.hasLine() }

  private static let limit = 8

  private func lines(_ chunks: [[UInt8]]) -> [Line] {
    var splitter = LineSplitter(maximumLineBytes: Self.limit)
    var lines: [Line] = []
    func collect() {
      while splitter.hasLine(), let line = splitter.next() {
        let text = line.isTooLong ? nil : String(decoding: line.bytes, as: UTF8.self)
        lines.append(Line(number: line.number, text: text, length: line.length))
      }
    }
    for chunk in chunks {
      splitter.append(chunk)
      collect()
    }
    splitter.finish()
    collect()
    return lines
  }
}

extension LineSplitterTests.Line {
  init(_ number: Int, _ text: String) {
    self.init(number: number, text: text, length: text.utf8.count)
  }

  init(_ number: Int, skipped: Int) {
    self.init(number: number, text: nil, length: skipped)
  }
}

extension InputLine {
  init(number: Int, bytes: [UInt8]) {
    self.init(number: number, bytes: bytes, length: bytes.count)
  }

  fileprivate init(number: Int, skipped: Int) {
    self.init(number: number, bytes: [], length: skipped)
  }
}
