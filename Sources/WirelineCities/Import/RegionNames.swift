internal import WirelineCore

/// The names of regions and countries in `regions.txt`.
struct RegionNames: Sendable {
  private let table: PlaceTable?
  /// The countries whose names are read.
  private let countries: Set<UInt16>
  /// The codes and shown names of regions by country and code or name. Read on first use, because
  /// few sources have regions.
  private lazy var regions = readRegions()

  init(_ table: PlaceTable?, countries: Set<UInt16>) {
    self.table = table
    self.countries = countries
  }

  /// Calls `body` with each region: its country, its folded code, which is empty for the country as
  /// a whole, and its names.
  func forEach<Failure: Error>(
    _ body: ([UInt8], [UInt8], [UnsafeRawBufferPointer]) throws(Failure) -> Void
  ) throws(Failure) {
    guard let bytes = table?.regions else { return }
    try bytes.forEachLine { line throws(Failure) in
      let columns = bytes.columns(of: line)
      guard columns.count == 3, let code = CountryCode.number(columns[0]), countries.contains(code)
      else { return }
      let names = columns[2].split(separator: UInt8(ascii: "|"))
      try body(
        Array(columns[0]), CityFolding.fold(columns[1]),
        names.map { UnsafeRawBufferPointer(rebasing: $0) })
    }
  }

  private func readRegions() -> [[UInt8]: (code: [UInt8], name: [UInt8])] {
    var regions: [[UInt8]: (code: [UInt8], name: [UInt8])] = [:]
    forEach { country, code, names in
      guard let name = names.first.map(Array.init), !code.isEmpty else { return }
      for fold in [code] + names.map({ CityFolding.fold($0) }) {
        regions[Self.key(country, fold)] = (code, name)
      }
    }
    return regions
  }

  private static func key(_ country: [UInt8], _ fold: [UInt8]) -> [UInt8] {
    country + [JSONByte.tab] + fold
  }

  /// Returns the folded code and the name of a region as it is shown; nil if it is unknown.
  ///
  /// - Parameter fold: the folded code or name in a file.
  mutating func region(country: [UInt8], fold: [UInt8]) -> (code: [UInt8], name: [UInt8])? {
    regions[Self.key(country, fold)]
  }

  /// Frees the memory that only `region` needs.
  mutating func forgetRegions() { regions = [:] }
}
