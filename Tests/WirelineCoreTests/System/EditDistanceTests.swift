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
    let (one, other) = (letters(one), letters(other))

    #expect(distance.errors(from: one, to: other, limit: 9)?.whole == errors)
    #expect(distance.errors(from: other, to: one, limit: 9)?.whole == errors)
    #expect(distance.errors(from: one, to: other, limit: errors)?.whole == errors)
    #expect(distance.errors(from: one, to: other, limit: errors - 1)?.whole == nil)
  }

  @Test(arguments: [
    ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "ab", 1),
    ("abc", "xabc", 1), ("abcde", "bacdx", 2), ("été", "eté", 1),
  ])
  func countsErrorsOfBeginnings(one: String, other: String, errors: Int) {
    var distance = EditDistance()
    func expect(_ name: String, whole: Int?) {
      let found = distance.errors(from: letters(one + "zzzz"), to: letters(name), limit: 2)
      #expect(found == EditDistance.Errors(whole: whole, beginning: errors))
    }
    expect(other + "zzzz", whole: errors)
    expect(other + "zzzzqqqqqq", whole: nil)
    #expect(distance.errors(from: letters(one + "zzzz"), to: letters("qqqqqqqq"), limit: 2) == nil)
  }

  private func letters(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
