@testable import WirelineCities
@testable import WirelineCore

/// The result of reading a city file, with copies of its rows.
struct CityFileReading: Equatable {
  struct City: Equatable, CustomStringConvertible {
    let id: Int64
    let name: String
    let country: String
    let latitude: String
    let longitude: String
    var population: Int64 = 0
    var more = ""
    var alternates = ""

    var description: String {
      [
        "\(id)", name, country, latitude, longitude, "\(population)", more, alternates,
      ].joined(separator: "|")
    }
  }

  private(set) var cities: [City] = []
  private(set) var rows = 0
  private(set) var badRows = 0
  private(set) var samples: [BadCityRow] = []
  private(set) var error: String?

  /// - Parameter cuts: the offsets of chunks after the first, in order.
  init(_ bytes: [UInt8], cuts: [Int] = []) {
    var file = CityFile()
    do throws(CityFileError) {
      var start = 0
      for end in cuts + [bytes.count] {
        // A separate copy, so that a sanitizer detects reads beyond the chunk.
        let chunk = Array(bytes[start..<end])
        try chunk.withUnsafeBufferPointer { chunk throws(CityFileError) in
          try file.append(UnsafeRawBufferPointer(chunk)) { append($0) }
        }
        start = end
      }
      try file.finish { append($0) }
    } catch {
      self.error = error.description
    }
    (rows, badRows, samples) = (file.tally.rows, file.tally.badRows, file.tally.samples)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8], chunk: Int) {
    self.init(bytes, cuts: Array(stride(from: chunk, to: bytes.count, by: chunk)))
  }

  var reasons: [BadCityRow.Reason] { samples.map(\.reason) }

  private mutating func append(_ row: CityRow) {
    cities.append(
      City(
        id: row.id, name: Self.text(row.name), country: Self.text(row.country),
        latitude: Self.text(row.latitude), longitude: Self.text(row.longitude),
        population: row.population, more: Self.text(row.more),
        alternates: Self.text(row.alternates)))
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(validating: bytes, as: UTF8.self) ?? "not UTF-8: \(Array(bytes))"
  }
}
