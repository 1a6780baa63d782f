import Testing

@testable import WirelineCore

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("http://host", "://", 4), ("aab", "ab", 1), ("ab", "ab", 0), ("été", "t", 2), ("ab", "b", 1),
    ("a", "ab", nil), ("", "a", nil), ("aXbX", "x", nil), ("ab", "", 0),
  ])
  func findsFirstOccurrence(text: String, part: String, offset: Int?) {
    let range = text.firstRange(ofText: part)

    #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(range.map { text[$0] == part } ?? true)
    #expect(text.contains(text: part) == (offset != nil))
  }

  @Test(arguments: [
    ("per-host-limit", "-", "_", "per_host_limit"), ("TOOL and TOOL", "TOOL", "req", "req and req"),
    ("aaa", "aa", "b", "ba"), ("-", "-", "--", "--"), ("abc", "x", "y", "abc"),
  ])
  func replacesEveryOccurrence(text: String, part: String, other: String, result: String) {
    #expect(text.replacing(text: part, with: other) == result)
  }
}
