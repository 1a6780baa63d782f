import Testing

@testable import WirelineCities
@testable import WirelineCore

/// GeoNames' tables.
@Suite struct CityFileTableTests {
  typealias City = CityFileReading.City

  static let names = [
    "geonameid", "name", "asciiname", "alternatenames", "latitude", "longitude", "feature class",
    "feature code", "country code", "cc2", "admin1 code", "admin2 code", "admin3 code",
    "admin4 code", "population", "elevation", "dem", "timezone", "modification date",
  ]

  private static let paris = [
    "2988507", "Paris", "Paris", "Lutetia,Parigi,Париж", "48.85341", "2.3488", "P", "PPLC", "FR",
    "",
    "11", "75", "751", "75056", "2138551", "", "42", "Europe/Paris", "2024-11-04",
  ]

  private static let city = City(
    id: 2_988_507, name: "Paris", country: "FR", latitude: "48.85341", longitude: "2.3488",
    population: 2_138_551,
    more:
      #""population":2138551,"admin1":"11","feature_code":"PPLC","timezone":"Europe/Paris""#,
    alternates: "Lutetia,Parigi,Париж")

  /// The line of Paris with some columns replaced.
  static func line(_ changes: (Int, String)...) -> String {
    var columns = paris
    for (index, text) in changes { columns[index] = text }
    return columns.joined(separator: "\t")
  }

  @Test(
    arguments: [
      line() + "\n", line(), line() + "\r\n", "\n\n \n" + line() + "\n\n  \n\r\n",
      "\u{FEFF}" + line(),
      names.joined(separator: "\t") + "\n" + line() + "\n",
      line((18, "")), line((18, "2024-11-04 12:00")),
    ])
  func readsLines(text: String) {
    let reading = CityFileReading(text)

    #expect(reading.cities == [Self.city])
    #expect(reading.rows == 1 && reading.badRows == 0 && reading.error == nil)
  }

  @Test(
    arguments: [
      ([(14, "0")], 0, #""admin1":"11","feature_code":"PPLC","timezone":"Europe/Paris""#),
      ([(14, "")], 0, #""admin1":"11","feature_code":"PPLC","timezone":"Europe/Paris""#),
      ([(14, "x"), (7, "")], 0, #""admin1":"11","timezone":"Europe/Paris""#),
      ([(14, "-5"), (10, ""), (17, "")], 0, #""feature_code":"PPLC""#),
      ([(14, ""), (7, ""), (10, ""), (17, "")], 0, ""),
      (
        [(14, "007"), (10, "a\"b"), (17, "\\")], 0,
        #""admin1":"a\"b","feature_code":"PPLC","timezone":"\\""#
      ),
    ] as [([(Int, String)], Int64, String)])
  func omitsEmptyColumns(changes: [(Int, String)], population: Int64, more: String) {
    var columns = Self.line().split(separator: "\t", omittingEmptySubsequences: false)
    for (index, text) in changes { columns[index] = Substring(text) }

    let reading = CityFileReading(columns.joined(separator: "\t"))

    #expect(reading.cities.map(\.more) == [more])
    #expect(reading.cities.map(\.population) == [population])
  }

  @Test(
    arguments: [
      (line((0, "")), .noIdentifier), (line((0, "x")), .noIdentifier),
      (line((0, "-1")), .noIdentifier), (line((0, "99999999999999999999")), .noIdentifier),
      (line((0, "1.5")), .noIdentifier), (line((0, "01")), .noIdentifier),
      (line((1, "")), .noName), (line((1, "  ")), .noName),
      (line((1, "a\u{0}b")), .controlCharacter),
      (line((1, "a\u{1B}[31mb")), .controlCharacter),
      (line((1, String(repeating: "a", count: 401))), .longName),
      (line((4, "")), .noCoordinates), (line((4, "90.1")), .noCoordinates),
      (line((5, "-180.00001")), .noCoordinates), (line((5, "NaN")), .noCoordinates),
      (line((4, "0x1")), .noCoordinates), (line((4, "1e999")), .noCoordinates),
      (line((8, "F\u{7}")), .badCountry),
      (line((8, String(repeating: "f", count: 401))), .badCountry),
      (String(line().dropLast(11)), .missingColumns), ("2988507", .missingColumns),
      (line() + "\t", .missingColumns), (String(repeating: "\t", count: 18), .noIdentifier),
    ] as [(String, BadCityRow.Reason)])
  func countsBadLines(line: String, reason: BadCityRow.Reason) {
    let good = Self.line()

    let reading = CityFileReading("\(good)\n\(line)\n\(good)\n")

    #expect(reading.cities == [Self.city, Self.city])
    #expect(
      reading.samples == [BadCityRow(index: 1, offset: good.utf8.count + 1, reason: reason)])
    #expect(reading.error == nil && reading.rows == 3 && reading.badRows == 1)
    // Also as the first line, which determines the format.
    guard reason != .missingColumns, line.first != "\t" else { return }
    #expect(CityFileReading("\(line)\n\(good)").reasons == [reason])
  }

  @Test func skipsLaterHeader() {
    let heading = Self.names.joined(separator: "\t")

    let reading = CityFileReading("\(heading)\n\(Self.line())\n\(heading)\n")

    #expect(reading.cities == [Self.city] && reading.reasons == [.noIdentifier])
  }

  @Test(arguments: [1, 3, 10, 17])
  func skipsInvalidUTF8(column: Int) {
    let line = Self.line((column, "M@nchen")).utf8.map { $0 == 0x40 ? 0xFC : $0 }

    #expect(CityFileReading(line).reasons == [.notUTF8])
  }

  @Test(arguments: [(1 << 20), (1 << 20) + 1])
  func limitsLineLength(length: Int) {
    let good = Self.line() + "\n"
    let names = String(repeating: "a", count: length - Self.line((3, "")).utf8.count)
    let bytes = Array((good + Self.line((3, names)) + "\n").utf8)
    let isTooLong = length > 1 << 20

    for chunk in [1 << 16, bytes.count] {
      let reading = CityFileReading(bytes, chunk: chunk)

      #expect(reading.cities.count == (isTooLong ? 1 : 2))
      #expect(reading.cities.last?.alternates.utf8.count == (isTooLong ? 25 : names.utf8.count))
      #expect(
        reading.error
          == (isTooLong
            ? "not a GeoNames table: a line of over 1048576 bytes at byte \(good.utf8.count), "
              + "after 1 cities" : nil))
    }
  }

  /// Without a limit, memory would grow with the line.
  @Test func limitsUnterminatedLine() {
    var file = CityFile()
    let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
    var fed = 0

    #expect(throws: CityFileError.self) {
      try Array((Self.line() + "\n").utf8).withUnsafeBytes { try file.append($0) { _ in } }
      while fed < 1 << 22 {
        fed += chunk.count
        try chunk.withUnsafeBytes { try file.append($0) { _ in } }
      }
    }

    #expect(fed <= (1 << 20) + (1 << 16))
  }
}
