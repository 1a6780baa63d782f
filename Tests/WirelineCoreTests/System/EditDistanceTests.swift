import Testing

@testable import WirelineCore

@Suite struct EditDistanceTests {
  @Test(
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("sushi", "sushi", 0), ("suhsi", "sushi", 1),
      ("sushi", "shushi", 1), ("shushi", "sushi", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
      // The unrestricted Damerau-Levenshtein distance of "ca" and "abc" is 2.
      ("ca", "abc", 3), ("abcdef", "badcfe", 3), ("abcd", "wxyz", 4),
    ])
  func countsErrors(one: String, other: String, errors: Int) {
    var distance = EditDistance()
    let (one, other) = (Array(one.utf8), Array(other.utf8))

    #expect(distance.errors(from: one, to: other, limit: 9) == errors)
    #expect(distance.errors(from: other, to: one, limit: 9) == errors)
    #expect(distance.errors(from: one, to: other, limit: errors) == errors)
    #expect(distance.errors(from: one, to: other, limit: errors - 1) == nil)
  }
}
