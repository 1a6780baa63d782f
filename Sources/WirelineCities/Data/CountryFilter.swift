/// A set of countries: a prefix of their codes, or a list of codes.
struct CountryFilter: Sendable, Equatable {
  /// The beginning of the codes; nil if `codes` lists the countries.
  private var prefix: [UInt8]?
  private let codes: [String]

  /// - Parameter text: the first letters of a code, or the start of an English name.
  init(_ text: String) {
    let fold = CityFolding.fold(text)
    if fold.count >= CountryNames.minimumLength {
      codes = CountryNames.codes(matching: fold)
    } else {
      prefix = Array(Self.code(String(decoding: fold, as: UTF8.self)).utf8)
      codes = []
    }
  }

  /// - Parameter text: a code, or a whole English name; nil is returned for other texts.
  init?(named text: String) {
    codes = Self.codes(of: CityFolding.fold(text), isWhole: true)
    if codes.isEmpty { return nil }
  }

  init(codes: [String]) { self.codes = codes }

  /// A code in upper case, with `GB` for `UK`, which ISO 3166 only reserves.
  static func code(_ text: String) -> String {
    let code = text.uppercased()
    return code == "UK" ? "GB" : code
  }

  /// The code that a folded text of two letters is, or the codes of the countries with this name.
  static func codes(of fold: [UInt8], isWhole: Bool) -> [String] {
    fold.count == 2
      ? [code(String(decoding: fold, as: UTF8.self))]
      : CountryNames.codes(matching: fold, isWhole: isWhole)
  }

  var isEmpty: Bool { prefix == nil && codes.isEmpty }

  func accepts(_ code: UnsafeRawBufferPointer) -> Bool {
    if let prefix { return code.starts(with: prefix) }
    return codes.contains { $0.utf8.elementsEqual(code) }
  }
}
