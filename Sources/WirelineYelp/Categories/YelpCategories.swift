/// The categories of Yelp's businesses: 1,481 in 23 groups.
///
/// The API takes aliases, people know titles. Nothing is made of the table
/// before somebody asks; then it is walked over.
package enum YelpCategories {
  /// The alias of a category, out of its alias or its title; nil for what the
  /// list lacks.
  ///
  /// An alias in any case, or a title as `YelpCategoryKey` compares it:
  /// `NewAmerican`, `American (New)` and `american new` give `newamerican`.
  /// Spaces around it are nothing. An alias goes before a title: `hotdogs` is
  /// Fast Food, `hot dogs` is `hotdog`. Of two titles alike the first in the
  /// table is meant; there are none now.
  ///
  /// Since commas separate categories, a text with one is a title only where
  /// the title has one too: `Beer, Wine & Spirits`, but not `tapas,bars`.
  package static func alias(for text: String) -> String? {
    let word = lowercasedWord(text)
    if let line = line(of: word) { return string(line.alias) }
    let wanted = YelpCategoryKey(text).bytes
    guard let first = wanted.first else { return nil }
    let hasComma = word.contains(comma)
    var key = YelpCategoryKey("")
    // A title begins with a letter or digit of its key: for most that says enough.
    return YelpCategoryLines().first { line in
      guard line.title.first.map({ $0 | 0x20 }) == first else { return false }
      key.replace(withASCII: line.title)
      return key.bytes == wanted && (!hasComma || line.title.contains(comma))
    }.map { string($0.alias) }
  }

  /// The alias that somebody may have meant who wrote what is none; nil where
  /// nothing is near.
  ///
  /// Near is what a third of the letters away or less, alias or title: `suhsi`
  /// gives `sushi`, `Japanese Sweet` gives `jpsweets`. Of equally near ones it
  /// is the one that begins most alike, then the first in the table.
  package static func nearest(to text: String) -> String? {
    var nearest = YelpCategoryNearness(to: YelpCategoryKey(text).bytes)
    for line in YelpCategoryLines() {
      nearest.consider(line.alias, of: line)
      nearest.consider(line.title, of: line)
    }
    return nearest.line.map { string($0.alias) }
  }

  /// The alias of the category that a category's group is named for, which is
  /// in its own: `restaurants` for `sushi` and for `restaurants`.
  ///
  /// - Parameter alias: as `alias(for:)` gives it; nil for what is none.
  package static func group(of alias: String) -> String? {
    line(of: Array(alias.utf8)).map { string($0.group) }
  }

  /// All categories, group after group, the group's own first.
  package static func all() -> some Sequence<(alias: String, title: String)> {
    YelpCategoryLines().lazy.map { (alias: string($0.alias), title: string($0.title)) }
  }

  private static let comma: UInt8 = 0x2C

  private static func line(of alias: [UInt8]) -> YelpCategoryLine? {
    YelpCategoryLines().first { $0.hasAlias(alias) }
  }

  private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// ASCII letters in lower case, without white space around.
  private static func lowercasedWord(_ text: String) -> [UInt8] {
    var word = text.utf8.drop { $0 <= 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    while let last = word.last, last <= 0x20 { word.removeLast() }
    return word
  }
}
