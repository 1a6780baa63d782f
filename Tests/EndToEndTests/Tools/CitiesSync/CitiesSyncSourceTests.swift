import TestSupport
import Testing

/// Named sources, zip archives and `--build`.
@Suite struct CitiesSyncSourceTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func sync(_ arguments: String...) throws -> ToolResult {
    try Tool("cities-sync", in: sandbox).run(arguments)
  }

  private static let folder = Project.root + "/Tests/Fixtures/places/"

  @Test(arguments: ["cities.zip", "cities-streamed.zip", "cities-64.zip"])
  func importsZipArchive(name: String) throws {
    let record = try sync(Self.folder + name).expect(exit: 0).records(as: .sync).first

    #expect(record?["cities"]?.integer == 4 && record?["bad_rows"]?.integer == 0)
    try Tool("cities-find", in: sandbox)("parigi").expect(exit: 0)
  }

  /// The position of a bad row in the file is not known.
  @Test(arguments: [(",", "cities.csv", []), (";", "-", ["--input-format", "csv"])])
  func importsTable(separator: String, source: String, options: [String]) throws {
    let columns = ["id", "name", "country", "lat", "lon", "admin1"]
    let rows = (1...200).map { ["\($0)", "C\($0)", "FR", "48.5", "2", "11"] }
    let table = ([columns] + rows + [["x", "Bad"]]).map { $0.joined(separator: separator) }
    try sandbox.write("cities.csv", table.joined(separator: "\n"))
    let tool = try Tool("cities-sync", in: sandbox)

    let result = try tool.run([source] + options, stdin: .lines(table)).expect(exit: 0)

    #expect(result.records(as: .sync).first?["cities"]?.integer == 200)
    result.expect(says: "row 200: missing or invalid id")
    let city = try Tool("cities-find", in: sandbox)("--id", "7").records(as: .city).first
    #expect(city?["name"]?.string == "C7" && city?["admin1"]?.string == "11")
    try tool("-", stdin: .lines(table)).expect(exit: 65).expect(says: "--input-format csv")
  }

  /// With the offset and the new value of a byte in the directory's entry of the city file.
  @Test(
    arguments: [
      (8, 1, "an encrypted zip archive"), (10, 12, "compression method 12"), (23, 255, "damaged"),
      // The checksum, and the length.
      (16, 0, "damaged"), (24, 0, "damaged"), (26, 255, "damaged"),
    ])
  func rejectsInvalidZipArchive(offset: Int, value: UInt8, message: String) throws {
    var bytes = try sandbox.directory.read(Self.folder + "cities.zip")
    let entry = try #require(
      bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    bytes[entry + offset] = value
    let file = try sandbox.directory.write("odd.zip", bytes)

    let result = try sync(file).expect(exit: 65)

    #expect(result.messageLines.contains { $0.contains("zip archive") && $0.contains(message) })
  }

  /// 4 MB of spaces.
  @Test func refusesExpandingZipArchive() throws {
    try sync(Self.folder + "expanding.zip").expect(exit: 65).expect(says: "more than 250-fold")
  }

  @Test func buildsRequestOfSource() throws {
    let url = "https://example.com/cities.json"
    let record = try StrictJSON(try sync("--build", url).expect(exit: 0).text)

    #expect(record["url"]?.string == url)
    #expect(try sync("--build").expect(exit: 0).text.contains("gist.githubusercontent.com"))
    try sync("--build", Self.folder + "cities.zip").expect(exit: 2).expect(says: "--build")
    try sync("--build", "--status").expect(exit: 2)
  }

  @Test(arguments: ["cities500", "cities1000", "cities5000", "cities15000"])
  func knowsNamesOfGeoNames(name: String) throws {
    let record = try StrictJSON(try sync("--build", "geonames:\(name)").expect(exit: 0).text)

    #expect(
      record["url"]?.string == "https://download.geonames.org/export/dump/\(name).zip")
  }

  @Test func rejectsUnknownNameOfGeoNames() throws {
    try sync("geonames:cities").expect(exit: 2).expect(says: "geonames:cities500")
  }
}
