internal import WirelineCore

/// Recognizes operands that are the words of one place, because it was not quoted.
struct PlaceWords: Sendable {
  /// Whether a text is the name of a country.
  let isCountry: @Sendable (String) -> Bool

  /// The first words that look like one place: `New` and `York`, `Paris,` and `France`,
  /// `Portland` and `OR`; nil if each operand looks like one place.
  func unquotedPlace(in operands: [String]) -> String? {
    let pairs = zip(operands, operands.dropFirst())
    guard let start = pairs.enumerated().first(where: { isOnePlace($1.0, $1.1) })?.offset else {
      return nil
    }
    let rest = pairs.dropFirst(start).prefix { isOnePlace($0, $1) }
    return ([operands[start]] + rest.map(\.1)).joined(separator: " ")
  }

  private func isOnePlace(_ word: String, _ next: String) -> Bool {
    if word.hasSuffix(",") || next.hasPrefix(",") { return true }
    if word.contains(" ") || next.contains(" ") || word.contains(",") { return false }
    let (first, second) = (word.lowercased(), next.lowercased())
    if Self.starts.contains(first) || Self.links.contains(first) { return true }
    if Self.links.contains(second) || Self.ends.contains(second) { return true }
    return isRegion(next) || Self.isNumber(word) || Self.isNumber(next)
  }

  /// Whether a word follows the name of a city: `OR`, `TX`, `France`.
  private func isRegion(_ word: String) -> Bool {
    word.utf8.count == 2 && word.utf8.allSatisfy { 0x41...0x5A ~= $0 } || isCountry(word)
  }

  /// A house number, a postcode or half of a pair of coordinates.
  private static func isNumber(_ word: String) -> Bool { Double(word) != nil }

  private static let starts = words(
    """
    abu al buenos cape ciudad den east el fort great grand hong kuala la las le little los lower \
    mount new north nova novo palo port porto puerto rio saint salt san sankt santa santo são sao \
    south st st. tel the upper west
    """)

  private static let ends = words(
    """
    avenue bay beach boulevard city falls heights hills island islands park road springs square \
    street town valley
    """)

  private static let links = words("aan am an and da de del den der di do du of on sur upon")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
