internal import Glibc
internal import WirelineCore

/// The world's large places, their areas and the names of regions, which `cities-sync` contains.
///
/// `large-places.py` documents the columns of the tables.
package struct PlaceTable: Sendable {
  /// The bytes of `places.txt`, `areas.txt` and `regions.txt`; called by an import only.
  private let placeBytes: @Sendable () -> [UInt8]
  let areas: @Sendable () -> [UInt8]
  private let regionBytes: @Sendable () -> [UInt8]

  package init(
    places: @escaping @Sendable () -> [UInt8], areas: @escaping @Sendable () -> [UInt8],
    regions: @escaping @Sendable () -> [UInt8]
  ) {
    placeBytes = places
    self.areas = areas
    regionBytes = regions
  }

  func places() -> LargePlaces { LargePlaces(placeBytes(), areas: areas()) }

  func names(_ countries: Set<UInt16>) -> RegionNames {
    RegionNames(regionBytes(), countries: countries)
  }
}

/// The parsed table of large places, the largest first.
struct LargePlaces: Sendable {
  struct Place: Sendable {
    let id: Int64
    let population: Int64
    /// The position in the table of areas.
    let area: Int
    fileprivate let line: Range<Int>
  }

  enum Column: Int { case id, population, area, latitude, longitude, names }

  private let bytes: [UInt8]
  /// The countries of areas.
  private let countries: [[UInt8]]
  private(set) var places: [Place] = []

  init(_ bytes: [UInt8], areas: [UInt8]) {
    self.bytes = bytes
    var countries: [[UInt8]] = []
    areas.withUnsafeBytes { areas in
      areas.forEachLine { countries.append(Array(areas[$0].prefix(2))) }
    }
    self.countries = countries
    bytes.withUnsafeBytes { all in
      func number(_ column: Column, of line: Range<Int>) -> Int64? {
        CityRowNumber.integer(Self.text(column, in: line, of: all))
      }
      all.forEachLine { line in
        guard let id = number(.id, of: line), let population = number(.population, of: line),
          let area = number(.area, of: line), countries.indices.contains(Int(area))
        else { return }
        places.append(Place(id: id, population: population, area: Int(area), line: line))
      }
    }
  }

  private static func text(
    _ column: Column, in line: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let text = UnsafeRawBufferPointer(rebasing: bytes[line])
    var start = 0
    for _ in 0..<column.rawValue {
      guard let tab = text.offset(of: JSONByte.tab, from: start) else {
        return UnsafeRawBufferPointer(rebasing: text[..<0])
      }
      start = tab + 1
    }
    let end = text.offset(of: JSONByte.tab, from: start) ?? text.count
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  private static func firstName(_ names: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: names[..<(names.offset(of: UInt8(ascii: "|")) ?? names.count)])
  }

  func withText<Value>(
    _ column: Column, of index: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { body(Self.text(column, in: places[index].line, of: $0)) }
  }

  /// The fold of the first name, usually the English one.
  func fold(_ index: Int) -> [UInt8] {
    withText(.names, of: index) { names in
      var fold: [UInt8] = []
      CityFolding.append(Self.firstName(names), to: &fold)
      return fold
    }
  }

  func country(_ index: Int) -> [UInt8] { countries[places[index].area] }

  func point(_ index: Int) -> GeographicPoint? {
    GeographicPoint(
      latitude: withText(.latitude, of: index, CityRowNumber.degrees),
      longitude: withText(.longitude, of: index, CityRowNumber.degrees))
  }

  /// Calls `body` with the place as a row of a city file.
  func withRow<Value>(_ index: Int, _ body: (CityRow) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in
      func text(_ column: Column) -> UnsafeRawBufferPointer {
        Self.text(column, in: places[index].line, of: bytes)
      }
      return country(index).withUnsafeBytes { country in
        body(
          CityRow(
            id: places[index].id, name: Self.firstName(text(.names)), country: country,
            latitude: text(.latitude), longitude: text(.longitude),
            population: places[index].population))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Calls `body` with the range of each line, without its line feed.
  func forEachLine(_ body: (Range<Int>) -> Void) {
    var start = 0
    while start < count {
      let end = offset(of: JSONByte.lineFeed, from: start) ?? count
      body(start..<end)
      start = end + 1
    }
  }

  /// The ranges of the columns of a line.
  func columns(of line: Range<Int>) -> [UnsafeRawBufferPointer] {
    let line = UnsafeRawBufferPointer(rebasing: self[line])
    var columns: [UnsafeRawBufferPointer] = []
    var start = 0
    while true {
      let end = line.offset(of: JSONByte.tab, from: start) ?? line.count
      columns.append(UnsafeRawBufferPointer(rebasing: line[start..<end]))
      if end == line.count { return columns }
      start = end + 1
    }
  }

  /// The offset of the first `byte` at or after `start`. Fast in debug builds too, unlike a loop.
  func offset(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
  }
}
