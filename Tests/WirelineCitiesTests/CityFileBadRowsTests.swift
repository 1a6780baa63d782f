import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Invalid rows in arrays and in JSON lines.
@Suite struct CityFileBadRowsTests {
  private static let good = #"{"_id":1,"name":"a","coord":{"lat":1,"lon":2}}"#

  /// Reads a good row, the bad one and another good one.
  private func expect(
    _ bad: [UInt8], _ reason: BadCityRow.Reason, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (open, comma, close) in [("[", ",", "]"), ("", "\n", "\n")] {
      let before = Array("\(open)\(Self.good)\(comma)".utf8)
      let after = Array("\(comma)\(Self.good)\(close)".utf8)
      for chunk in [1, 7, 1 << 20] {
        let reading = CityFileReading(before + bad + after, chunk: chunk)

        #expect(reading.error == nil, sourceLocation: sourceLocation)
        #expect(reading.cities.map(\.id) == [1, 1], sourceLocation: sourceLocation)
        #expect(reading.rows == 3 && reading.badRows == 1, sourceLocation: sourceLocation)
        #expect(
          reading.samples == [BadCityRow(index: 1, offset: before.count, reason: reason)],
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(
    arguments: [
      ("[]", .notAnObject), ("3", .notAnObject), ("null", .notAnObject), ("\"a\"", .notAnObject),
      ("[{\"_id\":1}]", .notAnObject), ("{}", .noIdentifier),
      (#"{"name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"_id":null,"name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"_id":"1","name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"_id":1.5,"name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"_id":1e30,"name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"_id":9223372036854775808,"name":"a","coord":{"lat":1,"lon":2}}"#, .noIdentifier),
      (#"{"id":true,"name":"a","lat":1,"lon":2}"#, .noIdentifier),
      (#"{"id":"Q90","name":"a","lat":1,"lon":2}"#, .noIdentifier),
      (#"{"name":"a","country":"b"}"#, .noIdentifier),
    ] as [(String, BadCityRow.Reason)])
  func rejectsInvalidID(text: String, reason: BadCityRow.Reason) {
    expect(Array(text.utf8), reason)
  }

  @Test(
    arguments: [
      "", #","coord":null"#, #","coord":[1,2]"#, #","coord":{}"#, #","coord":{"lat":1}"#,
      #","coord":{"lon":1}"#, #","coord":{"lat":null,"lon":1}"#, #","lat":1"#, #","lng":1"#,
      // The object takes precedence over flat coordinates, even if it is invalid.
      #","coord":{"lat":1},"lat":1,"lng":1"#,
    ])
  func rejectsMissingCoordinates(fields: String) {
    expect(Array(#"{"_id":1,"name":"a"\#(fields)}"#.utf8), .noCoordinates)
  }

  @Test(
    arguments: [
      ("90.0001", "0"), ("-91", "0"), ("0", "180.0001"), ("0", "-181"), ("9e2", "0"),
      ("1e999", "0"),
      ("0", "-1e999"), ("90.0000001", "0"), ("true", "0"), ("[]", "0"),
      ("\"\"", "0"), ("\"NaN\"", "0"), ("\"inf\"", "0"), ("\"0x10\"", "0"), ("\"1e999\"", "0"),
      ("\" 1\"", "0"), ("\"1 \"", "0"), ("\"+1\"", "0"), ("\"1,5\"", "0"), ("\".5\"", "0"),
      ("\"1.\"", "0"), ("\"01\"", "0"), ("\"-\"", "0"), ("\"1e\"", "0"), ("\"\\u0031\"", "0"),
      ("0", "\"1°\""), ("0", "\"2.3488E\""),
      // Too large for 64 bits.
      ("18446744073709551660", "0"), ("1." + String(repeating: "0", count: 254), "0"),
    ])
  func rejectsInvalidCoordinates(latitude: String, longitude: String) {
    for text in [
      #"{"_id":1,"name":"a","coord":{"lat":\#(latitude),"lon":\#(longitude)}}"#,
      #"{"name":"a","country":"b","lat":\#(latitude),"lng":\#(longitude)}"#,
    ] {
      expect(Array(text.utf8), .noCoordinates)
    }
  }

  @Test(
    arguments: [
      ("null", .noName), ("\"\"", .noName), ("\"   \"", .noName), ("7", .noName), ("{}", .noName),
      (#""a\u0000b""#, .controlCharacter), (#""\u001f""#, .controlCharacter),
      (#""a\nb""#, .controlCharacter), (#""\t""#, .controlCharacter),
      ("\"\(String(repeating: "a", count: 401))\"", .longName),
      ("\"\(String(repeating: "é", count: 200))a\"", .longName),
      ("\"\(String(repeating: "\\u00e9", count: 201))\"", .longName),
    ] as [(String, BadCityRow.Reason)])
  func rejectsInvalidName(name: String, reason: BadCityRow.Reason) {
    expect(Array(#"{"_id":1,"name":\#(name),"coord":{"lat":1,"lon":2}}"#.utf8), reason)
  }

  @Test func rejectsMissingName() {
    expect(Array(#"{"_id":1,"coord":{"lat":1,"lon":2}}"#.utf8), .noName)
    expect(Array(#"{"country":"FR","lat":1,"lng":2}"#.utf8), .noName)
  }

  @Test(
    arguments: [
      (#""a\u0000""#, .badCountry), (#""\u001b[m""#, .badCountry),
      ("\"\(String(repeating: "a", count: 401))\"", .badCountry),
    ] as [(String, BadCityRow.Reason)])
  func rejectsInvalidCountry(country: String, reason: BadCityRow.Reason) {
    expect(
      Array(#"{"_id":1,"name":"a","country":\#(country),"coord":{"lat":1,"lon":2}}"#.utf8), reason)
  }

  @Test func storesFirstTenSamples() {
    let rows = (0..<25).map { $0 % 2 == 0 ? "{}" : Self.good }
    var file = CityFile()
    let text = Array("[\(rows.joined(separator: ","))]".utf8)

    #expect(throws: Never.self) {
      try text.withUnsafeBytes { try file.append($0) { _ in } }
      try file.finish { _ in }
    }

    #expect(file.tally.rows == 25 && file.tally.badRows == 13)
    #expect(file.tally.samples.map(\.index) == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    #expect(
      file.tally.samples.map(\.offset) == (0..<10).map { 1 + $0 * (4 + Self.good.utf8.count) })
    #expect(file.tally.samples.first?.description == "row 0 at byte 1: missing or invalid id")
  }
}
