import TestSupport

@testable import WirelineCities
@testable import WirelineCore

/// A city database in a temporary directory.
struct CityDatabase {
  struct Row: Sendable {
    var id: Int64
    var name: String
    var country = "US"
    var latitude = "0"
    var longitude = "0"
    var population: Int64 = 0
    var more = ""
    var region = ""
    /// Separated by commas.
    var alternates = ""

    /// Calls `body` with the row of a city file.
    func withRow(_ body: (CityRow) -> Void) {
      var bytes: [UInt8] = []
      let parts = [name, country, latitude, longitude, more, region, alternates].map { text in
        let start = bytes.count
        bytes += Array(text.utf8)
        return start..<bytes.count
      }
      bytes.withUnsafeBytes { bytes in
        let texts = parts.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
        body(
          CityRow(
            id: id, name: texts[0], country: texts[1], latitude: texts[2], longitude: texts[3],
            population: population, more: texts[4], region: texts[5], alternates: texts[6]))
      }
    }
  }

  private let directory: TemporaryDirectory
  let store: CityStore
  let search: CitySearch

  /// - Parameter places: large places, to rank cities by.
  init(_ rows: [Row], places: PlaceTable? = nil) throws {
    directory = try TemporaryDirectory()
    let path = directory.path("c.sqlite")
    var builder = CityStoreBuilder(path: path)
    for row in rows { row.withRow { builder.insert($0) } }
    builder.complete(places)
    try builder.commit(
      CityMetadata(source: "x", sha256: "s", cities: rows.count, updatedAt: 0, checkedAt: 0))
    store = try CityStore(path: path)
    search = CitySearch(store)
  }

  /// The ids of the cities that a search finds.
  func find(
    _ query: String, _ change: (inout CitySearchOptions) -> Void = { _ in }
  ) throws -> [Int64] {
    var options = CitySearchOptions()
    change(&options)
    return try search.find(try CityQuery(query), with: options).matches.map(\.city.id)
  }
}

extension PlaceTable {
  /// A table for tests, whose memory is never freed.
  init(places: String = "", areas: String, regions: String = "") {
    func bytes(_ text: String) -> UnsafeRawBufferPointer {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
      bytes.copyBytes(from: text.utf8)
      return UnsafeRawBufferPointer(bytes)
    }
    self.init(places: bytes(places), areas: bytes(areas), regions: bytes(regions))
  }
}
