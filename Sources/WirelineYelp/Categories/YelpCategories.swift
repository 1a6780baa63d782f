internal import CTables
internal import CUTF8Proc
internal import WirelineCore

/// The 1,481 categories of Yelp's businesses, by alias and title.
///
/// The API takes aliases, but people know titles.
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
    let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    if entries.contains(where: { $0.alias == word }) { return word }
    let key = YelpCategoryKey(text).text
    if key.isEmpty { return nil }
    let hasComma = text.utf8.contains(UInt8(ascii: ","))
    return entries.first {
      $0.key == key && (!hasComma || $0.title.utf8.contains(UInt8(ascii: ",")))
    }?.alias
  }

  /// Returns the alias of the category with the most similar alias or title, or nil: `suhsi`
  /// returns `sushi`, `Japanese Sweet` returns `jpsweets`.
  static func nearest(to text: String) -> String? {
    let keys = entries.flatMap { [YelpCategoryKey($0.alias).text, $0.key] }
    let wanted = YelpCategoryKey(text).text
    if wanted.isEmpty { return nil }
    return Suggestion.nearest(to: wanted, among: keys).flatMap { key in
      entries.first { YelpCategoryKey($0.alias).text == key || $0.key == key }?.alias
    }
  }

  static func all() -> some Sequence<(alias: String, title: String)> {
    entries.lazy.map { (alias: $0.alias, title: $0.title) }
  }

  private struct Entry {
    let alias: String
    let title: String
    let key: String
  }

  /// One per line of the table: the title in American English. The alias consists of the letters
  /// and digits of the title in lower case, unless the line starts with another alias and `=`.
  /// Maintained by hand; the source is version 3.2.0 of Yelp's developer kit.
  private static let entries: [Entry] = {
    let table = UnsafeBufferPointer(
      start: wireline_yelp_categories(), count: wireline_yelp_categories_count)
    return table.split(separator: UInt8(ascii: "\n")).map { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
      let title = String(parts[parts.count - 1])
      let alias =
        parts.count == 2
        ? String(parts[0]) : title.filter { $0.isLetter || $0.isNumber }.lowercased()
      return Entry(alias: alias, title: title, key: YelpCategoryKey(title).text)
    }
  }()
}

/// The form in which titles are compared: lower-case letters and digits without the word `and`.
///
/// `Ice Cream & Frozen Yogurt` and `ice-cream and frozen yogurt` become `icecreamfrozenyogurt`;
/// `Crêpes` becomes `crepes` in all normal forms. Letters of other scripts remain, and match no
/// title.
struct YelpCategoryKey {
  private var bytes: [UInt8] = []
  private var word = 0

  /// The text of the key; empty for a text without letters or digits.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String) {
    for scalar in text.unicodeScalars { append(scalar) }
    endWord()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x41...0x5A: bytes.append(UInt8(truncatingIfNeeded: scalar.value | 0x20))
    case 0...0x7F: endWord()
    default: appendDecomposed(scalar)
    }
  }

  private mutating func appendDecomposed(_ scalar: Unicode.Scalar) {
    var parts = [Int32](repeating: 0, count: Self.longestDecomposition)
    var boundary: Int32 = 0
    let count = utf8proc_decompose_char(
      Int32(scalar.value), &parts, parts.count, Self.decomposition, &boundary)
    for case let part? in parts.prefix(max(0, count)).map({ Unicode.Scalar(UInt32($0)) }) {
      if part.isASCII { append(part) } else { bytes += Array(String(part).utf8) }
    }
  }

  private mutating func endWord() {
    if bytes[word...].elementsEqual("and".utf8) { bytes.removeLast(3) }
    word = bytes.count
  }

  /// Without case and accents, and with the ASCII forms of spaces, quotation marks and dashes.
  private static let decomposition = utf8proc_option_t(
    UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
      | UTF8PROC_STRIPMARK.rawValue | UTF8PROC_LUMP.rawValue)
  /// That of U+FDFA has 18 scalars.
  private static let longestDecomposition = 32
}
