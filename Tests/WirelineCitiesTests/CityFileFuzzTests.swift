import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Truncated, split and damaged city files.
@Suite struct CityFileFuzzTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The lengths of prefixes that are whole files, and their numbers of cities.
    let wholes: [Int: Int]

    /// - Parameter parts: each except the last ends with a city.
    init(_ name: String, _ parts: [String], isArray: Bool = false) {
      testDescription = name
      text = parts.joined()
      var wholes: [Int: Int] = [:]
      var length = 0
      for (index, part) in parts.enumerated() {
        length += part.utf8.count
        wholes[length] = min(index + 1, parts.count - 1)
      }
      // An array is whole after its closing bracket, with or without white space.
      let bracket = text.utf8.reversed().drop { $0 != 0x5D }.count
      self.wholes = isArray ? [bracket: 2] : wholes
    }
  }

  static let samples = [
    Sample(
      "array",
      [
        #"[{"country":"NP","name":"Gorkhā","_id":1283378,"coord":{"lon":84.6,"lat":28}}"#,
        #" , {"country":"ES","name":"\u00c1LAVA","_id":6,"coord":{"lon":-2.75,"lat":42.83}}"#,
        "]\n",
      ], isArray: true),
    Sample(
      "lines",
      [
        #"{"_id":1,"name":"a","country":"fr","coord":{"lon":84.6,"lat":28},"x":[1, "\"}"]}"#,
        "\n\n" + #"{"_id":2,"name":"\ud83d\ude00","coord":{"lon":-1e1,"lat":2},"population":12}"#,
        "\n",
      ]),
    Sample(
      "OpenWeather",
      [
        #"[ {"id": 833, "name": "Ḩeşār", "state": "", "coord": {"lon": 47, "lat": 3}}"#,
        ",\n"
          + #"{"id": 102908597.0, "name": "b", "state": "CA", "coord": {"lon": 1, "lat": 2}}"#,
        "\n]",
      ], isArray: true),
    Sample(
      "flat",
      [
        #"[{"name":"Paris","country":"FR","lat":"48.85341","lng":"2.3488","zip":["75001",null]}"#,
        #",{"name":"b","country":"DE","latitude":-1,"longitude":2.5,"a":1,"a":2}"#, "]",
      ], isArray: true),
    Sample(
      "table", [CityFileTableTests.line(), "\n" + CityFileTableTests.line((0, "7")), "\n"]),
    Sample(
      "table with a heading",
      [
        CityFileTableTests.names.joined(separator: "\t") + "\r\n" + CityFileTableTests.line(),
        "\r\n" + CityFileTableTests.line((1, "Ḩeşār"), (14, "")), "\r\n",
      ]),
  ]

  @Test(arguments: samples)
  func rejectsEveryTruncation(sample: Sample) throws {
    let bytes = Array(sample.text.utf8)
    let whole = CityFileReading(bytes)
    try #require(whole.cities.count == 2 && whole.error == nil)

    for end in bytes.indices {
      let reading = CityFileReading(Array(bytes[..<end]))

      #expect(reading.badRows == 0 && whole.cities.starts(with: reading.cities))
      if let cities = sample.wholes[end] {
        #expect(reading.error == nil && reading.cities.count == cities, "\(end)")
      } else if sample.testDescription.hasPrefix("table") {
        // The date is optional, and so is the line end.
        #expect((reading.error != nil) == endsInsideLine(bytes[..<end]), "\(end)")
      } else {
        let isBetween = sample.wholes.keys.contains { key in
          key < end && bytes[key..<end].allSatisfy { $0 == 0x0A || $0 == 0x20 }
        }
        #expect((reading.error == nil) == isBetween, "\(end)")
      }
    }
  }

  /// Whether the last line of a table lacks columns, or has a partial date.
  private func endsInsideLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    let line = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).last ?? []
    let columns = line.split(separator: 0x09, omittingEmptySubsequences: false)
    if bytes.contains(0x0A), line.isEmpty { return false }
    guard columns.count == 19 else { return true }
    return !columns[18].isEmpty && columns[18].count < 10
  }

  @Test(arguments: samples)
  func chunksDoNotMatter(sample: Sample) {
    let bytes = Array(("\u{FEFF}\n" + sample.text).utf8)
    let whole = CityFileReading(bytes)
    #expect(whole.cities.count == 2)

    for cut in 0...bytes.count { #expect(CityFileReading(bytes, cuts: [cut]) == whole, "\(cut)") }
    for size in 1...9 { #expect(CityFileReading(bytes, chunk: size) == whole, "by \(size)") }
  }

  /// The result must not depend on the chunks either.
  @Test(arguments: samples, 1...4)
  func damagedFilesYieldValidRowsOnly(sample: Sample, seed: UInt64) {
    let bytes = Array(sample.text.utf8)
    let intact = CityFileReading(bytes).cities
    var generator = SeededGenerator(seed: seed)
    for index in 0..<400 {
      let damaged = generator.mutation(of: bytes)
      let cut = Int.random(in: 0...damaged.count, using: &generator)
      let reading = CityFileReading(damaged, cuts: [cut])
      guard
        reading.cities.allSatisfy({ intact.contains($0) || isValid($0) }),
        reading.rows == reading.cities.count + reading.badRows,
        reading.samples.count == min(reading.badRows, 10),
        index % 4 > 0 || reading == CityFileReading(damaged)
      else {
        Issue.record("\(String(decoding: damaged, as: UTF8.self)) cut at \(cut)")
        return
      }
    }
  }

  private func isValid(_ city: CityFileReading.City) -> Bool {
    guard !city.name.isEmpty, city.name.utf8.count <= 400, !city.name.hasPrefix("not UTF-8"),
      city.name.utf8.allSatisfy({ $0 >= 0x20 }), city.country.utf8.allSatisfy({ $0 >= 0x20 }),
      let latitude = Double(city.latitude), abs(latitude) <= 90,
      let longitude = Double(city.longitude), abs(longitude) <= 180, city.population >= 0
    else { return false }
    // The strict reader rejects repeated names.
    guard let more = try? StrictJSON("{\(city.more)}") else { return false }
    let own = CityRowFields.names.names.prefix(10) + CityRowFields.omitted
    return more.members.allSatisfy { !own.contains($0.name) }
  }

  @Test func preservesLongAdditionalField() {
    let long = String(repeating: "x", count: 1 << 20)
    let city = #"{"x":"\#(long)","_id":1,"name":"a","coord":{"lat":1,"lon":2}}"#
    let small = #"{"_id":2,"name":"b","coord":{"lat":1,"lon":2},"y":1}"#
    for text in ["[\(city),\(small)]", "\(city)\n\(small)\n", "\(small)\n\(city)"] {
      for chunk in [1 << 14, 1 << 22] {
        let reading = CityFileReading(Array(text.utf8), chunk: chunk)

        #expect(reading.error == nil)
        #expect(Set(reading.cities.map(\.more)) == [#""x":"\#(long)""#, #""y":1"#])
      }
    }
  }

  @Test func preservesManyAdditionalFields() {
    let fields = (0..<20_000).map { "\"m\($0 % 10_000)\":\($0)" }
    let city = #"{"_id":1,"name":"a","coord":{"lat":1,"lon":2},"#

    let reading = CityFileReading(city + fields.joined(separator: ",") + "}")

    #expect(reading.cities.map(\.more) == [fields.suffix(10_000).joined(separator: ",")])
  }

  @Test func rowsAreIndependent() {
    let reading = CityFileReading(
      #"""
      [{"_id":1,"name":"a","country":"x","coord":{"lat":1,"lon":2},"population":5,"state":"s"},
       {"_id":2,"name":"b","coord":{"lat":3,"lon":4}}, {"_id":3,"coord":{"lat":3,"lon":4}},
       {"_id":4,"name":"c","coord":{"lat":3}}, {"name":"d","lat":1,"lng":2}]
      """#)

    #expect(reading.cities.map(\.name) == ["a", "b", "d"])
    #expect(reading.cities.map(\.country) == ["x", "", ""])
    #expect(reading.cities.map(\.population) == [5, 0, 0])
    #expect(reading.cities.map(\.more) == [#""population":5,"state":"s""#, "", ""])
    #expect(reading.reasons == [.noName, .noCoordinates])
  }
}
