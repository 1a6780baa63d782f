import Testing
import WirelineCore

@Suite struct TerminalFilterTests {
  @Test(arguments: [
    ("plain é 東\n\tx\r\n", "plain é 東\n\tx\r\n"), ("\u{1B}[31mred", "\\x1b[31mred"),
    ("a\u{7F}b", "a\\x7fb"), ("a\u{9B}31m", "a\\x9b31m"), ("\u{A0}«", "\u{A0}«"), ("", ""),
    ("\u{7}", "\\x07"),
  ])
  func texts(text: String, shown: String) {
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
