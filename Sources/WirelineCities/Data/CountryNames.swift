internal import CTables

/// The English names of countries.
///
/// The source is CLDR, with additional common names to search by; see `country-table.py`.
package enum CountryNames {
  /// The minimum length of a fold that is compared with names, in bytes. Shorter texts can only be
  /// codes.
  static let minimumLength = 3

  /// The name to show, such as `South Korea`; nil for an unknown code.
  ///
  /// - Parameter code: ISO 3166-1 alpha-2, upper case, or `XK`.
  package static func name(of code: String) -> String? {
    guard code.utf8.count == 2 else { return nil }
    let table = names
    let key = Array(code.utf8)
    let entry = firstEntry(table, column: 0, notBefore: key)
    guard hasPrefix(table, at: entry, key) else { return nil }
    let name = table[(entry + nameColumn)...].prefix { $0 != separator }
    return String(decoding: name, as: UTF8.self)
  }

  static func all() -> [(code: String, name: String)] {
    names.split(separator: separator).map { entry in
      (
        String(decoding: entry.prefix(nameColumn - 1), as: UTF8.self),
        String(decoding: entry.dropFirst(nameColumn), as: UTF8.self)
      )
    }
  }

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
    let table = folds
    var codes: [String] = []
    var entry = firstEntry(table, column: nameColumn, notBefore: fold)
    while hasPrefix(table, at: entry + nameColumn, fold) {
      let next = nextEntry(table, after: entry)
      let isMatch = !isWhole || entry + nameColumn + fold.count + 1 == next
      let code = String(decoding: table[entry..<entry + 2], as: UTF8.self)
      if isMatch, !codes.contains(code) { codes.append(code) }
      entry = next
    }
    codes.sort()
    return codes
  }

  /// Whether a text is the whole name of a country, in any case.
  package static func isName(_ text: String) -> Bool {
    !codes(matching: CityFolding.fold(text), isWhole: true).isEmpty
  }

  private static let separator = UInt8(ascii: "\n")

  /// The names shown: lines of a code, a space and a name, in the order of codes.
  static var names: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: wireline_country_names(), count: wireline_country_names_count)
  }

  /// The folds of all names in the same form, in their order. A country has several.
  static var folds: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: wireline_country_folds(), count: wireline_country_folds_count)
  }
  /// The offset of the name in an entry, after the code and a space.
  private static let nameColumn = 3

  /// The offset of the first entry whose text, from a column on, is not ordered before a key.
  /// Entries are ordered by the bytes of that text.
  private static func firstEntry(
    _ table: UnsafeBufferPointer<UInt8>, column: Int, notBefore key: [UInt8]
  ) -> Int {
    // Each is the start of an entry, or the end of the table.
    var (low, high) = (0, table.count)
    while low < high {
      var entry = (low + high) / 2
      while entry > low, table[entry - 1] != separator { entry -= 1 }
      if isBefore(table, at: entry + column, key) {
        low = nextEntry(table, after: entry)
      } else {
        high = entry
      }
    }
    return low
  }

  private static func nextEntry(_ table: UnsafeBufferPointer<UInt8>, after entry: Int) -> Int {
    var end = entry
    while end < table.count, table[end] != separator { end += 1 }
    return min(end + 1, table.count)
  }

  private static func isBefore(
    _ table: UnsafeBufferPointer<UInt8>, at start: Int, _ key: [UInt8]
  ) -> Bool {
    for (offset, byte) in key.enumerated() {
      // An entry that ends before the key is ordered before it.
      guard start + offset < table.count, table[start + offset] != separator else { return true }
      if table[start + offset] != byte { return table[start + offset] < byte }
    }
    return false
  }

  private static func hasPrefix(
    _ table: UnsafeBufferPointer<UInt8>, at start: Int, _ key: [UInt8]
  ) -> Bool {
    guard start + key.count <= table.count else { return false }
    return key.indices.allSatisfy { table[start + $0] == key[$0] && key[$0] != separator }
  }
}

/// A set of countries: a prefix of their codes, or a list of codes.
struct CountryFilter: Sendable, Equatable {
  /// Nil if `codes` lists the countries.
  private let prefix: [UInt8]?
  private let codes: [String]

  /// - Parameter text: the first letters of a code, or the start of an English name.
  init(_ text: String) {
    let fold = CityFolding.fold(text)
    if fold.count >= CountryNames.minimumLength {
      prefix = nil
      codes = CountryNames.codes(matching: fold)
    } else {
      prefix = Array(Self.code(String(decoding: fold, as: UTF8.self)).utf8)
      codes = []
    }
  }

  /// - Parameter text: a code, or a whole English name; nil is returned for other texts.
  init?(named text: String) {
    let fold = CityFolding.fold(text)
    codes =
      fold.count == 2
      ? [Self.code(String(decoding: fold, as: UTF8.self))]
      : CountryNames.codes(matching: fold, isWhole: true)
    prefix = nil
    if codes.isEmpty { return nil }
  }

  init(codes: [String]) {
    prefix = nil
    self.codes = codes
  }

  /// A code in upper case, with `GB` for `UK`, which ISO 3166 only reserves.
  static func code(_ text: String) -> String {
    let code = text.uppercased()
    return code == "UK" ? "GB" : code
  }

  var isEmpty: Bool { prefix == nil && codes.isEmpty }

  func accepts(_ code: UnsafeRawBufferPointer) -> Bool {
    if let prefix { return code.starts(with: prefix) }
    return codes.contains { $0.utf8.elementsEqual(code) }
  }
}
