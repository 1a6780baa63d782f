internal import Glibc
internal import WirelineCore

/// The world's large places and the names of first-level regions, which `cities-sync` contains.
///
/// `large-places.py` documents the columns of both tables.
package struct PlaceTable: Sendable {
  /// The bytes of `places.txt` and `regions.txt`; called by an import only.
  private let placeBytes: @Sendable () -> [UInt8]
  private let regionBytes: @Sendable () -> [UInt8]

  package init(
    places: @escaping @Sendable () -> [UInt8], regions: @escaping @Sendable () -> [UInt8]
  ) {
    placeBytes = places
    regionBytes = regions
  }

  func places() -> LargePlaces { LargePlaces(placeBytes()) }

  func regions() -> [(country: String, code: String, name: String)] {
    regionBytes().split(separator: JSONByte.lineFeed).compactMap { line in
      let columns = line.split(separator: JSONByte.tab).map { String(decoding: $0, as: UTF8.self) }
      return columns.count == 3 ? (columns[0], columns[1], columns[2]) : nil
    }
  }
}

/// The parsed table of large places, the largest first.
struct LargePlaces: Sendable {
  struct Place: Sendable {
    let id: Int64
    let population: Int64
    fileprivate let line: Range<Int>
  }

  enum Column: Int { case id, population, country, region, latitude, longitude, names }

  private let bytes: [UInt8]
  private(set) var places: [Place] = []
  /// The positions of places by id.
  private(set) var indexes: [Int64: Int] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBytes { all in
      func number(_ column: Column, of line: Range<Int>) -> Int64? {
        CityRowNumber.integer(Self.text(column, in: line, of: all))
      }
      var start = 0
      while start < all.count {
        let line = start..<(all.offset(of: JSONByte.lineFeed, from: start) ?? all.count)
        start = line.upperBound + 1
        guard let id = number(.id, of: line), let population = number(.population, of: line) else {
          continue
        }
        indexes[id] = places.count
        places.append(Place(id: id, population: population, line: line))
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

  func point(_ index: Int) -> GeographicPoint? {
    GeographicPoint(
      latitude: withText(.latitude, of: index) { Self.degrees($0) },
      longitude: withText(.longitude, of: index) { Self.degrees($0) })
  }

  private static func degrees(_ text: UnsafeRawBufferPointer) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? .infinity
  }

  /// Calls `body` with the place as a row of a city file.
  func withRow<Value>(_ index: Int, _ body: (CityRow) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in
      func text(_ column: Column) -> UnsafeRawBufferPointer {
        Self.text(column, in: places[index].line, of: bytes)
      }
      return body(
        CityRow(
          id: places[index].id, name: Self.firstName(text(.names)), country: text(.country),
          latitude: text(.latitude), longitude: text(.longitude),
          population: places[index].population, region: text(.region)))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first `byte` at or after `start`. Fast in debug builds too, unlike a loop.
  func offset(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
  }
}
