internal import WirelineCore
internal import WirelineRequests

extension YelpRule {
  static func text(_ text: String, _ lengths: ClosedRange<Int>) throws(Reason) -> String {
    guard lengths.contains(text.count) else {
      throw Reason("has \(text.count) characters, expected \(range(lengths))")
    }
    return text
  }

  static func letters(
    _ text: String, _ lengths: ClosedRange<Int>, symbols: String
  ) throws(Reason) -> String {
    let wrong = text.first { character in
      !(character.isLetter || character.isNumber || character == " " || symbols.contains(character))
    }
    if let wrong {
      throw Reason("\"\(wrong)\" is not allowed, expected letters, digits, spaces and \(symbols)")
    }
    return try self.text(text, lengths)
  }

  static func whole(_ text: String, _ range: ClosedRange<Int>) throws(Reason) -> String {
    guard let number = Int(digits: text), range.contains(number) else {
      throw Reason("\"\(text)\" is not a whole number in \(self.range(range))")
    }
    return String(number)
  }

  /// Returns the digits unchanged, so that rounding does not move the location.
  static func degrees(_ text: String, _ limit: Int) throws(Reason) -> String {
    let isSigned = text.hasPrefix("+") && !text.hasPrefix("+-")
    let digits = isSigned ? String(text.dropFirst()) : text
    // The API accepts only JSON numbers without an exponent.
    guard let number = try? JSONView.parse(Array(digits.utf8)).double, abs(number) <= Double(limit),
      digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E })
    else {
      throw Reason("\"\(text)\" is not in -\(limit)…\(limit) degrees")
    }
    return digits
  }

  static func metres(
    _ text: String, _ range: ClosedRange<Int>, warn: (String) -> Void
  ) throws(Reason) -> String {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit: Double? =
      switch text.dropFirst(number.count) {
      case "", "m": 1
      case "km": 1000
      // The international mile, 1959.
      case "mi": 1609.344
      default: nil
      }
    guard let unit, let count = decimal(String(number)) else {
      throw Reason("\"\(text)\" is not a distance such as 800, 800m, 5km or 3mi")
    }
    let metres = (count * unit).rounded()
    guard Double(range.lowerBound)...Double(range.upperBound) ~= metres else {
      throw Reason("\"\(text)\" is not in \(self.range(range)) metres")
    }
    if number == text, metres < 100 {
      warn("\"\(text)\" is a distance of \(Int(metres)) m; kilometres are written \(text)km")
    }
    return String(Int(metres))
  }

  static func flag(_ text: String) throws(Reason) -> Bool {
    switch text {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw Reason("\"\(text)\" is neither true nor false")
    }
  }

  static func price(_ text: String) throws(Reason) -> String {
    let isDollars = !text.isEmpty && text.allSatisfy { $0 == "$" }
    let level = isDollars ? String(text.count) : text
    guard YelpChoices.prices.words.contains(level) else {
      throw Reason("\"\(text)\" is not one of 1, 2, 3, 4")
    }
    return level
  }

  /// Returns the number without separators between the digits.
  static func phone(_ text: String) throws(Reason) -> String {
    let number = text.filter { !" -.()/".contains($0) }
    let digits = number.dropFirst()
    // Country codes do not start with 0 (ITU-T E.164).
    guard number.first == "+", (1...31).contains(digits.count), digits.first != "0",
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else {
      throw Reason(
        "\"\(text)\" is not an international number such as +33142685300, "
          + "expected + and up to 31 digits",
        suggestion: isNorthAmerican(number) ? "+1\(number)" : nil)
    }
    return number
  }

  /// Whether the digits are a number of the United States or Canada: ten digits, where neither the
  /// area code nor the exchange starts with 0 or 1.
  private static func isNorthAmerican(_ number: String) -> Bool {
    let digits = Array(number.utf8)
    return digits.count == 10 && digits.allSatisfy { (0x30...0x39).contains($0) }
      && digits[0] >= 0x32 && digits[3] >= 0x32
  }

  static func country(_ text: String) throws(Reason) -> String {
    guard text.utf8.count == 2, text.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else {
      throw Reason("\"\(text)\" is not a two-letter country code such as US")
    }
    return text.uppercased()
  }

  /// Returns an id or alias, which may be the last part of a page's URL.
  static func identifier(_ text: String) throws(Reason) -> String {
    var text = text
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    if text.hasPrefix("http"),
      let kind = parts.firstIndex(where: { $0 == "biz" || $0 == "events" }),
      kind + 1 < parts.count,
      let name = String(validating: PercentEncoding.decoded(parts[kind + 1]), as: UTF8.self)
    {
      text = name
    }
    let isWord = text.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "?" && $0 != "#" && $0 != ","
    }
    guard isWord, (1...255).contains(text.count), !reserved.contains(text) else {
      throw Reason("\"\(text)\" is not an id or alias")
    }
    return text
  }

  /// Path segments that would select a directory or another endpoint.
  private static let reserved: Set = [
    ".", "..", "search", "matches", "engagement", "insights", "featured",
  ]

  static func identifiers(_ text: String, _ counts: ClosedRange<Int>) throws(Reason) -> [String] {
    let words = try words(text, identifier)
    guard counts.contains(words.count) else {
      throw Reason("has \(words.count) ids, expected \(range(counts))")
    }
    return words
  }

  static func pairs(_ text: String) throws(Reason) -> [YelpValue.Pair] {
    var pairs: [YelpValue.Pair] = []
    for part in parts(text) {
      let pair = try pair(part)
      if pairs.contains(where: { $0.name == pair.name }) {
        throw Reason("duplicate name \"\(pair.name)\"")
      }
      pairs.append(pair)
    }
    if pairs.isEmpty { throw Reason("empty") }
    return pairs
  }

  private static func pair(_ text: String) throws(Reason) -> YelpValue.Pair {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw Reason("\"\(text)\" is not name=value")
    }
    return YelpValue.Pair(name: String(parts[0]), value: String(parts[1]))
  }

  static func categories(_ text: String, warn: (String) -> Void) throws(Reason) -> [String] {
    // A title may contain commas.
    if let alias = YelpCategories.alias(for: text) { return [alias] }
    return try words(text) { word throws(Reason) in
      try knownAlias(of: word, warn: warn)
    }
  }

  static func category(_ text: String, warn: (String) -> Void) throws(Reason) -> String {
    try identifier(alias(of: text, warn: warn))
  }

  /// Returns the alias of a category, and rejects a word that looks misspelled: one error after the
  /// first letter. Other unknown words are sent, because the API may know newer categories.
  private static func knownAlias(of text: String, warn: (String) -> Void) throws(Reason) -> String {
    var distance = EditDistance()
    if YelpCategories.alias(for: text) == nil, let nearest = YelpCategories.nearest(to: text),
      nearest.utf8.first == text.lowercased().utf8.first,
      distance.errors(
        from: text.lowercased().unicodeScalars.map(\.value),
        to: nearest.unicodeScalars.map(\.value), limit: 1)?.whole != nil
    {
      throw Reason("unknown category \"\(text)\"", suggestion: nearest)
    }
    return alias(of: text, warn: warn)
  }

  /// Returns the alias of a category. An unknown word is returned unchanged.
  private static func alias(of text: String, warn: (String) -> Void) -> String {
    if let alias = YelpCategories.alias(for: text) { return alias }
    let nearest = YelpCategories.nearest(to: text).map { "; did you mean \"\($0)\"?" } ?? ""
    warn("unknown category \"\(text)\"\(nearest)")
    return text
  }

  static func parts(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: true).map { $0.trimmingSpaces }
      .filter { !$0.isEmpty }
  }

  static func words(
    _ text: String, _ check: (String) throws(Reason) -> String
  ) throws(Reason) -> [String] {
    var words: [String] = []
    for part in parts(text) {
      let word = try check(part)
      if !words.contains(word) { words.append(word) }
    }
    if words.isEmpty { throw Reason("empty") }
    return words
  }

  private static func decimal(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite,
      text.utf8.allSatisfy({ byte in
        0x30...0x39 ~= byte || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
      })
    else { return nil }
    return number
  }

  private static func range(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
  }
}
