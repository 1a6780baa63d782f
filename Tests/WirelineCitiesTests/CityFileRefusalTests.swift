import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Files that are rejected completely.
@Suite struct CityFileRefusalTests {
  private static let expected =
    "expected a JSON array, JSON lines or a GeoNames table of cities, "
  private static let tsv = "; for a table, use --input-format tsv"
  private static let city = #"{"_id":1,"name":"a","coord":{"lat":1,"lon":2}}"#

  @Test(
    arguments: [
      ("", "an empty file"), (" \r\n\t ", "an empty file"), ("\u{FEFF}", "an empty file"),
      ("\u{FEFF}\n", "an empty file"),
      ("<!DOCTYPE html><html>", "an HTML page"), ("\u{FEFF}\n <html>", "an HTML page"),
      ("<", "an HTML page"),
      ("abc\u{0}def", "binary data"),
      ("404 page not found", "\"404 page not found\""), ("12", "\"12\""), ("null", "\"null\""),
      ("\"a\"", #""\"a\"""#), ("\u{1B}[31m\nx", #""\u001b[31m""#),
      (
        "name,country,latitude,longitude,population\nParis,FR",
        "\"name,country,latitude,longitude,populati\"…; for a table, use --input-format csv"
      ),
      ("\n\u{FEFF}[]", "\"\u{FEFF}[]\""),
      ("FR\t75001\tParis\n", "a table of 3 columns instead of 19\(tsv)"),
      (
        [String](repeating: "x", count: 12).joined(separator: "\t"),
        "a table of 12 columns instead of 19\(tsv)"
      ),
      (
        [String](repeating: "x", count: 15).joined(separator: "\t") + "\n",
        "a table of 15 columns instead of 19\(tsv)"
      ),
      ("[x]", "invalid JSON: unexpected character 'x' at byte 1"),
      (#"[{"_id":1,"name":"\x"}]"#, "invalid JSON: invalid escape with 'x' at byte 19"),
      ("{x}", "invalid JSON: unexpected character 'x' at byte 1"),
    ] as [(String, String)])
  func rejectsOtherFormats(text: String, found: String) {
    for chunk in [1, 1000] {
      let reading = CityFileReading(Array(text.utf8), chunk: chunk)

      #expect(reading.error == "\(Self.expected)found \(found)")
      #expect(reading.cities == [])
    }
  }

  @Test(
    arguments: [
      ("[", 1, 1), ("[\(city)", 47, 2), ("[\(city),", 48, 2), ("[\(city),{\"_id\"", 54, 2),
      ("[\(city),{\"_id", 53, 2), ("[\(city),12", 50, 3), ("[\(city),tr", 50, 2),
      ("\u{FEFF}[\(city),", 51, 2), ("  [\(city),", 50, 2), ("{", 1, 1),
      ("\(city)\n{\"name\":", 55, 2),
      (#"{"_id":1,"name":"a"#, 18, 1),
    ])
  func rejectsTruncatedFile(text: String, offset: Int, city: Int) {
    for chunk in [1, 1000] {
      let reading = CityFileReading(Array(text.utf8), chunk: chunk)

      #expect(reading.error == "the file ends at byte \(offset), inside city \(city)")
    }
  }

  @Test(
    arguments: [
      ("\n[1 2]", "invalid JSON after 1 cities: unexpected character '2' at byte 4"),
      ("[[1]}", "invalid JSON after 1 cities: unexpected character '}' at byte 4"),
      ("[\(city),]", "invalid JSON after 1 cities: unexpected character ']' at byte 48"),
      ("[\(city)}", "invalid JSON after 1 cities: unexpected character '}' at byte 47"),
      (
        "[\(city)]]",
        "invalid JSON after 1 cities: unexpected character ']' after the value at byte 48"
      ),
      ("\(city)\n\(city),", "invalid JSON after 2 cities: unexpected character ',' at byte 93"),
      ("[\(city),{'a':1}]", "invalid JSON after 1 cities: unexpected character ''' at byte 49"),
      (
        "[\(city),{\"_id\":2,\"name\":\"\\ud800\"}]",
        "invalid JSON after 1 cities: lone surrogate escape at byte 65"
      ),
      // The missing quote is detected at the line break.
      (
        "[\(city),\n{\"_id\":2,\"name\":\"a,\n\"x\":1}]",
        "invalid JSON after 1 cities: unescaped control character 0x0a at byte 68"
      ),
    ])
  func rejectsInvalidJSON(text: String, error: String) {
    for chunk in [1, 1000] {
      #expect(CityFileReading(Array(text.utf8), chunk: chunk).error == error)
    }
  }

  /// A first object without coordinates may be a bad row if others follow.
  @Test(
    arguments: [
      ("{}", BadCityRow.Reason.noIdentifier), (#"{"generated":"2024-11-04"}"#, .noIdentifier),
      (#"{"_id":1,"name":"a","langs":[{"de":"b"}]}"#, .noCoordinates),
      (#"{"_id":1,"name":"a"}"#, .noCoordinates),
      (#"{"langs":[{"de":"a"}],"zoom":[1],"name":"a"}"#, .noIdentifier),
    ])
  func skipsBadFirstLine(line: String, reason: BadCityRow.Reason) {
    let reading = CityFileReading("\(line)\n\(Self.city)\n")

    #expect(reading.error == nil && reading.cities.count == 1)
    #expect(reading.reasons == [reason])
  }

  @Test func limitsNesting() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let deep =
        String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
      for text in [
        deep, "[\(deep)]", #"[{"_id":1,"name":"a","coord":{"lat":1,"lon":2},"x":\#(deep)}]"#,
        #"{"_id":1,"name":"a","coord":{"lat":1,"lon":2},"x":\#(deep)}"#,
        #"[{"_id":1,"name":"a","coord":\#(deep)}]"#,
      ] {
        let reading = CityFileReading(text)

        #expect(reading.error?.contains("depth over 512") == true || reading.badRows == 1)
        #expect(reading.cities == [])
      }
    }
  }
}
