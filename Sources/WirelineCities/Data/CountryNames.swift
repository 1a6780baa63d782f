internal import CTables

/// The English names of countries.
///
/// The source is CLDR, with additional common names to search by; see `country-table.py`.
enum CountryNames {
  /// The minimum length of a fold that is compared with names, in bytes. Shorter texts can only be
  /// codes.
  static let minimumLength = 3

  /// The codes of all countries with the names to show, in the order of codes.
  static let all: [(code: String, name: String)] = table.map { ($0[0], $0[1]) }

  private static let shown = Dictionary(uniqueKeysWithValues: table.map { ($0[0], $0[1]) })

  /// The folds of all names. A country has several.
  private static let folds: [(fold: [UInt8], code: String)] = table.flatMap { line in
    line.dropFirst().map { (CityFolding.fold($0), line[0]) }
  }

  /// For each country its code, the name to show, and other names; after a line with the date.
  private static let table: [[String]] = {
    let bytes = UnsafeBufferPointer(start: wireline_countries(), count: wireline_countries_count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
  }()

  /// The name to show, such as `South Korea`; nil for an unknown code.
  ///
  /// - Parameter code: ISO 3166-1 alpha-2, upper case, or `XK`.
  static func name(of code: String) -> String? { shown[code] }

  /// The codes of the countries with a name that begins with a text, in order.
  ///
  /// `united k` gives `GB`; `korea` gives `KP` and `KR`. Texts shorter than `minimumLength` give no
  /// codes.
  ///
  /// - Parameters:
  ///   - fold: the start of a name, folded by `CityFolding`.
  ///   - isWhole: whether to match whole names only.
  static func codes(matching fold: [UInt8], isWhole: Bool = false) -> [String] {
    guard fold.count >= minimumLength else { return [] }
    let matches = folds.filter { isWhole ? $0.fold == fold : $0.fold.starts(with: fold) }
    return Set(matches.map(\.code)).sorted()
  }
}

/// Codes of countries as numbers.
enum CountryCode {
  /// Returns a code of two bytes as a number; nil for other texts.
  static func number(_ code: some Collection<UInt8>) -> UInt16? {
    code.count == 2 ? code.reduce(0) { $0 << 8 | UInt16($1) } : nil
  }
}
