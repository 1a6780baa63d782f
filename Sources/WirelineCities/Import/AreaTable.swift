internal import WirelineCore

/// The areas of the cities in a new database: regions with one time zone.
struct AreaTable: Sendable {
  struct Area: Sendable, Hashable {
    let country: [UInt8]
    /// The folded code of the region, or its folded name if the code is unknown; empty if both are.
    let region: [UInt8]
    /// The region's name as shown.
    let name: [UInt8]
    var timezone: [UInt8] = []
  }

  /// The areas of `areas.txt`, which are empty for countries without cities, then those of the
  /// source. The id of an area is its position plus 1.
  private(set) var areas: [Area] = []
  /// The ids of the areas of the source.
  private var added: [Area: UInt32] = [:]
  private let table: PlaceTable?
  /// The countries that have cities.
  private let countries: Set<UInt16>
  /// The codes and shown names of regions by country and code or name. Read on first use, because
  /// few sources have regions.
  private lazy var regions = readRegions()
  /// The GeoNames ids of small cities and the positions of their areas, in order.
  private var cities: [UInt64] = []

  /// - Parameter countries: the codes of the countries that have cities.
  init(_ table: PlaceTable?, countries: Set<UInt16> = []) {
    (self.table, self.countries) = (table, countries)
    guard let bytes = table?.areas else { return }
    // Reserves memory for their approximate number, because growing would need twice as much.
    cities.reserveCapacity(bytes.count / 3)
    bytes.forEachLine { line in
      let columns = bytes.columns(of: line)
      let isWanted =
        columns.count == 5 && CountryCode.number(columns[0]).map(countries.contains) == true
      if isWanted { addCities(columns[4]) }
      areas.append(
        isWanted
          ? Area(
            country: Array(columns[0]), region: CityFolding.fold(columns[1]),
            name: Array(columns[2]), timezone: Array(columns[3]))
          : Area(country: [], region: [], name: []))
    }
    cities.sort()
  }

  /// Adds the cities of the next area, of which the table has the differences of their ids.
  private mutating func addCities(_ differences: UnsafeRawBufferPointer) {
    var city: UInt64 = 0
    for digits in differences.split(separator: JSONByte.space) {
      city += digits.reduce(0) { $0 * 10 + UInt64($1 &- JSONByte.zero) }
      cities.append(city << 16 | UInt64(areas.count))
    }
  }

  /// The id of a city's area; 0 if unknown.
  ///
  /// - Parameters:
  ///   - region: the code or name in the source; may be empty.
  ///   - known: the position of the area in the table; nil if unknown.
  mutating func identifier(
    country: UnsafeRawBufferPointer, region: UnsafeRawBufferPointer, known: Int?
  ) -> UInt32 {
    let known = known.flatMap { areas[$0].country.elementsEqual(country) ? $0 : nil }
    if region.isEmpty { return known.map { UInt32($0 + 1) } ?? 0 }
    let country = Array(country)
    let fold = CityFolding.fold(region)
    let (code, name) = regions[Self.key(country, fold)] ?? (fold, Array(region))
    if let known, areas[known].region == code { return UInt32(known + 1) }
    let area = Area(country: country, region: code, name: name)
    if let identifier = added[area] { return identifier }
    areas.append(area)
    added[area] = UInt32(areas.count)
    return UInt32(areas.count)
  }

  /// Frees the memory that only `identifier` and `position` need.
  mutating func forgetSources() {
    cities = []
    added = [:]
    regions = [:]
  }

  /// The position of the area of a small city.
  func position(ofCity identifier: Int64) -> Int? {
    guard let identifier = UInt64(exactly: identifier), identifier < 1 << 47 else { return nil }
    let found = CityIndex.first(from: 0, to: cities.count) { cities[$0] >> 16 >= identifier }
    guard found < cities.count, cities[found] >> 16 == identifier else { return nil }
    return Int(cities[found] & 0xFFFF)
  }

  /// Calls `body` with each region: its country, its folded code, which is empty for the country as
  /// a whole, and its names.
  func forEachRegion<Failure: Error>(
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
    forEachRegion { country, code, names in
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
}
