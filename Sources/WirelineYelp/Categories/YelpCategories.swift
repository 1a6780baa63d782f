internal import CTables
internal import WirelineCore

/// The 1,481 categories of Yelp's businesses, by alias and title.
///
/// The API takes aliases, but people know titles. Each lookup scans the table.
enum YelpCategories {
  /// Returns the alias of a category given by its alias or title, or nil if no category matches.
  ///
  /// An alias matches in any case, a title as `YelpCategoryKey` compares it: `NewAmerican`,
  /// `American (New)` and `american new` return `newamerican`. White space around the text is
  /// ignored. Aliases are preferred to titles: `hotdogs` is Fast Food, `hot dogs` is `hotdog`.
  ///
  /// Because commas separate categories, a text with a comma only matches a title with a comma:
  /// `Beer, Wine & Spirits` matches, `tapas,bars` does not.
  static func alias(for text: String) -> String? {
    let word = lowercasedWord(text)
    if let category = entries.first(where: { $0.hasAlias(word) }) { return string(category.alias) }
    let wanted = YelpCategoryKey(text).bytes
    guard let first = wanted.first else { return nil }
    let hasComma = word.contains(UInt8(ascii: ","))
    var key = YelpCategoryKey("")
    return entries.first { category in
      // Every title starts with the first byte of its key, which rules out most of them.
      guard category.title.first.map({ $0 | 0x20 }) == first else { return false }
      key.replace(withASCII: category.title)
      return key.bytes == wanted && (!hasComma || category.title.contains(UInt8(ascii: ",")))
    }.map { string($0.alias) }
  }

  /// Returns the alias of the category with the most similar alias or title, or nil.
  ///
  /// At most a third of the letters may differ: `suhsi` returns `sushi`, `Japanese Sweet` returns
  /// `jpsweets`. Among equally similar names, the one with the longest common prefix is returned,
  /// then the first in the table.
  static func nearest(to text: String) -> String? {
    var nearest = NearestCategory(to: YelpCategoryKey(text).bytes)
    for category in entries {
      category.alias.withUnsafeBufferPointer { nearest.consider($0, of: category) }
      nearest.consider(category.title, of: category)
    }
    return nearest.category.map { string($0.alias) }
  }

  static func all() -> some Sequence<(alias: String, title: String)> {
    entries.lazy.map { (alias: string($0.alias), title: string($0.title)) }
  }

  private static var entries: YelpCategoryEntries { YelpCategoryEntries() }

  private static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text with ASCII letters in lower case, without surrounding white space.
  private static func lowercasedWord(_ text: String) -> [UInt8] {
    var word = text.utf8.drop { $0 <= 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    while let last = word.last, last <= 0x20 { word.removeLast() }
    return word
  }
}

/// A category, as slices of the table.
private struct YelpCategory {
  let title: UnsafeBufferPointer<UInt8>
  /// Nil if the alias derives from the title.
  let ownAlias: UnsafeBufferPointer<UInt8>?

  var alias: [UInt8] { ownAlias.map(Array.init) ?? title.compactMap(Self.aliasByte) }

  func hasAlias(_ alias: [UInt8]) -> Bool {
    if let ownAlias { return ownAlias.count == alias.count && ownAlias.elementsEqual(alias) }
    guard title.count >= alias.count else { return false }
    return title.lazy.compactMap(Self.aliasByte).elementsEqual(alias)
  }

  /// A letter in lower case or a digit; nil for other bytes.
  private static func aliasByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: byte
    case 0x41...0x5A: byte | 0x20
    default: nil
    }
  }
}

/// Yelp's categories, one per line of the table: the title in American English. The alias consists
/// of the letters and digits of the title in lower case, unless the line starts with another alias
/// and `=`. Maintained by hand; the source is version 3.2.0 of Yelp's developer kit.
private struct YelpCategoryEntries: Sequence, IteratorProtocol {
  private var rest = UnsafeBufferPointer(
    start: wireline_yelp_categories(), count: wireline_yelp_categories_count
  )[...]

  mutating func next() -> YelpCategory? {
    if rest.isEmpty { return nil }
    let entry = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest[entry.endIndex...].dropFirst()
    guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else {
      return YelpCategory(title: UnsafeBufferPointer(rebasing: entry), ownAlias: nil)
    }
    return YelpCategory(
      title: UnsafeBufferPointer(rebasing: entry[(equals + 1)...]),
      ownAlias: UnsafeBufferPointer(rebasing: entry[..<equals]))
  }
}

/// The category whose name is most similar to a text.
private struct NearestCategory {
  /// Nil as long as no name is similar.
  private(set) var category: YelpCategory?
  private let wanted: [UInt8]
  private var limit: Int
  private var commonPrefix = -1
  private var distance = EditDistance()
  private var key = YelpCategoryKey("")

  init(to wanted: [UInt8]) {
    self.wanted = wanted
    limit = wanted.count / 3
  }

  mutating func consider(_ name: UnsafeBufferPointer<UInt8>, of category: YelpCategory) {
    // A key is never longer than its name.
    guard name.count + limit >= wanted.count, !wanted.isEmpty else { return }
    key.replace(withASCII: name)
    guard let errors = distance.errors(from: wanted, to: key.bytes, limit: limit) else { return }
    let prefix = zip(wanted, key.bytes).prefix { $0 == $1 }.count
    guard errors < limit || prefix > commonPrefix else { return }
    self.category = category
    commonPrefix = prefix
    limit = errors
  }
}

/// The form in which titles are compared: lower-case letters and digits without the word `and`.
///
/// `Ice Cream & Frozen Yogurt` and `ice-cream and frozen yogurt` become `icecreamfrozenyogurt`;
/// `Crêpes` becomes `crepes` in all normal forms. Accents are removed from letters up to U+017F,
/// which covers European languages in Latin script. Other letters remain, and match no title.
struct YelpCategoryKey {
  /// UTF-8; empty for a text without letters and digits.
  private(set) var bytes: [UInt8] = []
  private var word = 0

  init(_ text: String) {
    for scalar in text.unicodeScalars { append(scalar) }
    endWord()
  }

  mutating func replace(withASCII text: UnsafeBufferPointer<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    word = 0
    for byte in text { append(byte) }
    endWord()
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
    case 0x41...0x5A: bytes.append(byte | 0x20)
    default: endWord()
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0...0x7F: append(UInt8(scalar.value))
    case 0xC6, 0xE6: append("ae")
    case 0xDE, 0xFE: append("th")
    case 0xDF, 0x1E9E: append("ss")
    case 0x132, 0x133: append("ij")
    case 0x152, 0x153: append("oe")
    case 0xC0...0x17F: append(Self.letters.utf8Start[Int(scalar.value) - 0xC0])
    // Combining accents.
    case 0x300...0x36F: break
    // Spaces, quotation marks, dashes and similar characters.
    case 0x80...0xBF, 0x2000...0x206F, 0x3000...0x303F: endWord()
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func append(_ letters: StaticString) {
    letters.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func endWord() {
    if bytes[word...].elementsEqual("and".utf8) { bytes.removeLast(3) }
    word = bytes.count
  }

  /// The letters U+00C0 to U+017F without accents; a space for `×` and `÷` and for letters that
  /// `append` spells with two.
  private static let letters: StaticString = """
    aaaaaa ceeeeiiiidnooooo ouuuuy  aaaaaa ceeeeiiiidnooooo ouuuuy y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkkklllllll\
    lllnnnnnnnnnoooooo  rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
    """
}
