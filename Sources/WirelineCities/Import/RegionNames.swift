internal import WirelineCore

/// Codes of countries as numbers.
enum CountryCode {
  /// Nil for texts that do not have two bytes.
  static func number(_ code: UnsafeRawBufferPointer) -> UInt16? {
    code.count == 2 ? UInt16(code[0]) << 8 | UInt16(code[1]) : nil
  }
}

/// The names of regions and countries, of `regions.txt`.
struct RegionNames: Sendable {
  /// A fold of a name, with the fold of the region's code, which is empty for a country.
  struct Name: Sendable {
    let country: [UInt8]
    let code: [UInt8]
    let fold: [UInt8]
  }

  private(set) var all: [Name] = []
  /// The codes and shown names of regions by country and code or name.
  private var regions: [[UInt8]: (code: [UInt8], name: [UInt8])] = [:]

  init() {}

  /// - Parameters:
  ///   - bytes: the content of `regions.txt`.
  ///   - countries: the codes of the countries to read.
  init(_ bytes: [UInt8], countries: Set<UInt16>) {
    bytes.withUnsafeBytes { bytes in
      bytes.forEachLine { line in
        let columns = bytes.columns(of: line)
        if columns.count == 3, let code = CountryCode.number(columns[0]), countries.contains(code) {
          add(columns)
        }
      }
    }
  }

  private mutating func add(_ columns: [UnsafeRawBufferPointer]) {
    let (country, code) = (Array(columns[0]), CityFolding.fold(columns[1]))
    let names = columns[2].split(separator: UInt8(ascii: "|")).map {
      UnsafeRawBufferPointer(rebasing: $0)
    }
    let folds = names.map { CityFolding.fold($0) }
    all += folds.map { Name(country: country, code: code, fold: $0) }
    guard let name = names.first.map(Array.init), !code.isEmpty else { return }
    for fold in [code] + folds { regions[Self.key(country, fold)] = (code, name) }
  }

  private static func key(_ country: [UInt8], _ fold: [UInt8]) -> [UInt8] {
    country + [JSONByte.tab] + fold
  }

  /// The fold of the code and the shown name of a region.
  ///
  /// - Parameter fold: that of a code or a name.
  func region(country: [UInt8], fold: [UInt8]) -> (code: [UInt8], name: [UInt8])? {
    regions[Self.key(country, fold)]
  }
}
