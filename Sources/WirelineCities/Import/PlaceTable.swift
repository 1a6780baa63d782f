internal import Glibc
internal import WirelineCore

/// The world's large places, their areas and the names of regions, which are part of `cities-sync`.
///
/// `large-places.py` documents the columns of the tables. `@unchecked`: the tables are in constant
/// memory.
package struct PlaceTable: @unchecked Sendable {
  let places: UnsafeRawBufferPointer
  let areas: UnsafeRawBufferPointer
  let regions: UnsafeRawBufferPointer

  package init(
    places: UnsafeRawBufferPointer, areas: UnsafeRawBufferPointer,
    regions: UnsafeRawBufferPointer
  ) {
    self.places = places
    self.areas = areas
    self.regions = regions
  }
}

/// The parsed table of large places, the largest first.
struct LargePlaces: Sendable {
  struct Place: Sendable {
    let id: Int64
    let population: UInt32
    /// The position in the table of areas.
    let area: UInt32
    fileprivate let line: Range<Int>
  }

  enum Column: Int { case id, population, area, latitude, longitude, names }

  private let table: PlaceTable
  /// The countries of areas.
  private var countries: [UInt16] = []
  private(set) var places: [Place] = []

  init(_ table: PlaceTable) {
    self.table = table
    table.areas.forEachLine { line in
      countries.append(CountryCode.number(table.areas[line].prefix(2)) ?? 0)
    }
    table.places.forEachLine { line in
      let columns = table.places.columns(of: line)
      func number(_ column: Column) -> UInt32? {
        CityRowNumber.integer(columns[column.rawValue]).flatMap(UInt32.init(exactly:))
      }
      guard columns.count == 6, let id = number(.id), let population = number(.population),
        let area = number(.area), area < countries.count
      else { return }
      places.append(Place(id: Int64(id), population: population, area: area, line: line))
    }
  }

  private static func firstName(_ names: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: names[..<(names.offset(of: UInt8(ascii: "|")) ?? names.count)])
  }

  func text(_ column: Column, of index: Int) -> UnsafeRawBufferPointer {
    table.places.columns(of: places[index].line)[column.rawValue]
  }

  /// Returns the folded first name, which is usually the English one.
  func fold(_ index: Int) -> [UInt8] { CityFolding.fold(Self.firstName(text(.names, of: index))) }

  func country(_ index: Int) -> [UInt8] {
    let code = countries[Int(places[index].area)]
    return [UInt8(code >> 8), UInt8(code & 0xFF)]
  }

  func point(_ index: Int) -> GeographicPoint? {
    GeographicPoint(
      latitude: CityRowNumber.degrees(text(.latitude, of: index)),
      longitude: CityRowNumber.degrees(text(.longitude, of: index)))
  }

  /// Calls `body` with the place as a row of a city file.
  func withRow<Value>(_ index: Int, _ body: (CityRow) -> Value) -> Value {
    country(index).withUnsafeBytes { country in
      body(
        CityRow(
          id: places[index].id, name: Self.firstName(text(.names, of: index)), country: country,
          latitude: text(.latitude, of: index), longitude: text(.longitude, of: index),
          population: Int64(places[index].population)))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Calls `body` with the range of each line, without its line feed.
  func forEachLine<Failure: Error>(
    _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while start < count {
      let end = offset(of: JSONByte.lineFeed, from: start) ?? count
      try body(start..<end)
      start = end + 1
    }
  }

  /// Returns the columns of a line, which tabs separate.
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
