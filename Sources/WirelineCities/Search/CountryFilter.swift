/// Some countries: those whose code begins so, or some codes.
package struct CountryFilter: Sendable, Equatable {
  /// The beginning of a code; nil where the codes are known.
  private let prefix: [UInt8]?
  let codes: [String]

  /// - Parameter text: one or two letters of a code, or the beginning of a
  ///   country's English name.
  package init(_ text: String) {
    let fold = CityFolding.fold(text)
    if fold.count > 2 {
      prefix = nil
      codes = CountryNames.codes(matching: fold)
    } else {
      prefix = Array(Self.code(String(decoding: fold, as: UTF8.self)).utf8)
      codes = []
    }
  }

  /// - Parameter text: two letters, which are taken for a code, or a country's
  ///   whole English name; nil for another text.
  init?(named text: String) {
    let fold = CityFolding.fold(text)
    codes =
      fold.count == 2
      ? [Self.code(String(decoding: fold, as: UTF8.self))]
      : CountryNames.codes(matching: fold, isWhole: true)
    prefix = nil
    if codes.isEmpty { return nil }
  }

  /// A code in upper case; for the one that everybody takes for a code, though
  /// ISO 3166 only reserves it, the right one.
  package static func code(_ text: String) -> String {
    let code = text.uppercased()
    return code == "UK" ? "GB" : code
  }

  /// These codes and no others.
  package init(codes: [String]) {
    prefix = nil
    self.codes = codes
  }

  /// Whether no country can pass.
  var isEmpty: Bool { prefix == nil && codes.isEmpty }

  /// - Parameter code: of a city's country, UTF-8.
  func accepts(_ code: UnsafeRawBufferPointer) -> Bool {
    if let prefix { return code.starts(with: prefix) }
    return codes.contains { $0.utf8.elementsEqual(code) }
  }
}
