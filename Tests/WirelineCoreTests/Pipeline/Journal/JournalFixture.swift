import TestSupport
import Testing

@testable import WirelineCore

/// Numbered items in a journal, every third of which timed out.
enum JournalFixture {
  static func key(_ number: Int) -> JournalKey {
    JournalKey(ref: Array("\(number)".utf8), url: "http://h/\(number)")
  }

  static func record(_ number: Int) -> [UInt8] {
    let padding = String(repeating: "x", count: number % 9)
    return Array(#"{"ref":\#(number),"path":"\#(padding)"}"#.utf8)
  }

  static func code(_ number: Int) -> ErrorCode? {
    number.isMultiple(of: 3) ? .timeout : number.isMultiple(of: 7) ? .notAnImage : nil
  }
}

extension Journal {
  func append(_ number: Int, now: ContinuousClock.Instant = .now) throws {
    try append(
      key: JournalFixture.key(number), code: JournalFixture.code(number),
      line: JournalFixture.record(number), now: now)
  }

  func fill(_ numbers: Range<Int>) throws {
    for number in numbers { try append(number) }
    try sync()
  }

  /// Returns the numbers of the known items, and checks that their records are unchanged.
  func known(of numbers: Range<Int>) throws -> [Int] {
    try numbers.filter { number in
      guard let entry = try entry(for: JournalFixture.key(number)) else { return false }
      #expect(entry.code == JournalFixture.code(number))
      #expect(entry.line == JournalFixture.record(number))
      return true
    }
  }
}
