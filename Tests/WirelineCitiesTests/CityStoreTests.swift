import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct CityStoreTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("c.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  private static let sample = """
    [{"_id":1,"name":"Alabama","country":"US","coord":{"lon":-86.75,"lat":32.75}},
     {"_id":2,"name":"Albuquerque","country":"US","coord":{"lon":-106.651,"lat":35.0840}},
     {"_id":3,"name":"Anaheim","country":"US","coord":{"lon":-117.91,"lat":33.83}},
     {"_id":4,"name":"Arizona","country":"US","coord":{"lon":-111.5,"lat":34.5}},
     {"_id":5,"name":"Sydney","country":"AU","coord":{"lon":151.2,"lat":-33.86}},
     {"_id":6,"name":"\\u00c1LAVA","country":"ES","coord":{"lon":-2.75,"lat":42.83}}]
    """

  private func build(_ text: String) throws {
    var file = CityFile()
    var builder = CityStoreBuilder(path: path)
    try Array(text.utf8).withUnsafeBytes { bytes in
      try file.append(bytes) { builder.insert($0) }
    }
    try file.finish { builder.insert($0) }
    try commit(builder)
  }

  private func commit(_ builder: CityStoreBuilder) throws {
    var builder = builder
    builder.complete()
    try builder.commit(
      CityMetadata(
        source: "x", etag: "\"e\"", sha256: "s", cities: builder.cities, updatedAt: 7, checkedAt: 9)
    )
  }

  private func names(_ query: String) throws -> [String] {
    try CitySearch(try CityStore(path: path)).find(try CityQuery(query)).matches.map(\.city.name)
  }

  /// The first one is stored.
  @Test func reportsRepeatedIDs() throws {
    func row(_ id: Int) -> String {
      #"{"_id":\#(id),"name":"N","country":"FR","coord":{"lon":1,"lat":2}}"#
    }
    let rows = [row(1), "{}", row(2), row(1), row(2), row(3)].joined(separator: ",")
    let file = CityImport(path: path, limit: nil)
    try Array("[\(rows)]".utf8).withUnsafeBytes { try file.receive($0) }

    let finished = try file.finish()

    #expect(finished.badRows == 3 && finished.builder.cities == 3)
    #expect(finished.badRowSamples.map(\.index) == [1, 3, 4])
    #expect(finished.badRowSamples.last?.description == "row 4: repeated id")
  }

  @Test func storesDigitsAndMetadata() throws {
    try build(Self.sample)
    let store = try CityStore(path: path)

    let found = try CitySearch(store).find(try CityQuery("albu")).matches

    #expect(found.map(\.city.latitude) == ["35.0840"])
    #expect(found.map(\.city.longitude) == ["-106.651"])
    let metadata = try store.metadata()
    #expect(metadata.cities == 6 && metadata.etag == "\"e\"")
    #expect(metadata.updatedAt == 7 && metadata.checkedAt == 9)
  }

  @Test func openReaderSeesOldData() throws {
    try build(Self.sample)
    let old = CitySearch(try CityStore(path: path))

    try build(#"[{"_id":9,"name":"New","country":"XX","coord":{"lon":0,"lat":0}}]"#)

    #expect(try old.find(try CityQuery("us")).total == 4)
    #expect(try names("new") == ["New"])
    #expect(directory.files().filter { $0.hasSuffix(".tmp") } == [])
  }

  /// A database with a correct checksum, from an untrusted source. These values are printed
  /// verbatim.
  @Test(arguments: [
    "latitude = '1,' || char(10) || '{}'", "longitude = ''", "latitude = 'NaN'",
    "latitude = x'0a'", "more = '\"a\":1' || char(10) || '{}'", "more = '\"a\":'", "more = ','",
    "more = '\"a\":[1, 2]'", "more = '\"a\":1}{'", "more = '1'", "name = x'00'",
  ])
  func refusesForgedValues(change: String) throws {
    try build(Self.sample)
    #expect(try names("sydney") == ["Sydney"])
    do {
      let database = try SQLiteDatabase(path: path, mode: .readWrite)
      try database.execute("UPDATE city SET \(change) WHERE id = 5")
    }
    try renewChecksum()

    let failure = #expect(throws: CityStoreError.self) {
      try CitySearch(try CityStore(path: path)).city(5)
    }
    #expect(failure?.description.contains("city 5 has invalid values") == true)
  }

  @Test(arguments: ["-33.8x", "-33\n{}", "      ", "\"a\":1"])
  func refusesForgedIndex(latitude: String) throws {
    try build(Self.sample)
    var bytes = try directory.read("c.sqlite")
    let forged = Array(latitude.utf8)
    let start = try #require(
      bytes.indices.last { bytes[$0...].starts(with: Array("-33.86".utf8)) })
    bytes.replaceSubrange(start..<start + forged.count, with: forged)
    _ = try directory.write("c.sqlite", bytes)
    try renewChecksum()

    for query in ["sydney", "syd", "australia"] {
      let failure = #expect(throws: CityStoreError.self, "\(query)") { try names(query) }
      #expect(failure?.description.contains("city 5 has invalid values") == true)
    }
    #expect(try names("anaheim") == ["Anaheim"])
  }

  /// Searches find anything, or throw.
  @Test func survivesMutatedIndex() throws {
    var builder = CityStoreBuilder(path: path)
    for id in 1...70 {
      CityDatabase.Row(
        id: Int64(id), name: "Sydney \(id)", latitude: "\(id)", region: "\(id % 3)",
        alternates: "A\(id),悉尼\(id)"
      ).withRow { builder.insert($0) }
    }
    try commit(builder)
    let intact = try directory.read("c.sqlite")
    let start = SQLiteHeader(Array(intact.prefix(100))).bytes
    let end = intact.count - CityStoreChecksum.length
    var random = SeededGenerator(seed: 38)
    for _ in 0..<120 {
      var bytes = intact
      let first = Bool.random(using: &random) ? start : end - MemoryLayout<CityIndex.Counts>.size
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let offset = Int.random(in: first..<end, using: &random)
        bytes[offset] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) {
        let cut = Int.random(in: start..<end, using: &random)
        bytes.removeSubrange(cut..<Int.random(in: cut...end, using: &random))
      }
      _ = try directory.write("c.sqlite", bytes)
      try renewChecksum()
      guard let store = try? CityStore(path: path) else { continue }
      let search = CitySearch(store)
      var options = CitySearchOptions(mode: .fuzzy(2))
      options.limit = 0
      for query in ["a", "syd", "sydny 1", "悉", "*", "us", "sydney 7, 1"] {
        _ = try? search.find(try CityQuery(query), with: options, countsAll: true)
        _ = try? search.resolve(try CityQuery(query), with: options)
      }
      let point = try #require(GeographicPoint(latitude: 1, longitude: 2))
      _ = try? search.find(near: point, within: nil, with: options)
    }
  }

  private func renewChecksum() throws {
    let bytes = try directory.read("c.sqlite")
    _ = try directory.write("c.sqlite", Array(bytes.dropLast(CityStoreChecksum.length)))
    try CityStoreChecksum.append(to: path)
    try FileTime.set(path, modified: 9)
  }

  @Test(arguments: [
    "", "\"a\":1", "\"a\":\"x y\",\"b\":{\"c\":[1,null]}", "\"a\":\"\\n\"",
  ])
  func readsAdditionalFields(more: String) throws {
    try build(Self.sample)
    do {
      let change = try SQLiteDatabase(path: path, mode: .readWrite)
        .prepare("UPDATE city SET more = ? WHERE id = 5")
      try change.bind(1, more)
      try change.run()
    }
    try renewChecksum()

    #expect(try CitySearch(try CityStore(path: path, verifies: true)).city(5)?.more == more)
  }

  @Test func rejectsOtherFiles() throws {
    #expect(throws: CityStoreError.missing(path: path)) { try CityStore(path: path) }
    _ = try directory.write("c.sqlite", "not a database")
    #expect(throws: CityStoreError.notACityDatabase(path: path)) { try CityStore(path: path) }
  }
}

@Suite struct SyncPlanTests {
  private func metadata(checkedAt: Int, cities: Int = 100) -> CityMetadata {
    CityMetadata(
      source: "s", etag: "e", sha256: "h", cities: cities, addedPlaces: 0, updatedAt: 0,
      checkedAt: checkedAt)
  }

  /// Fresh for half an hour less than a day; data from the far future is not fresh.
  @Test(
    arguments: [
      (0, 0, true), (0, 84_599, true), (0, 84_600, false), (0, 86_400, false), (100, 0, true),
      (90_000, 0, false),
    ])
  func decidesFreshness(checkedAt: Int, now: Int, isFresh: Bool) {
    let step = SyncPlan().step(for: metadata(checkedAt: checkedAt), source: "s", now: now)

    #expect(step == (isFresh ? .fresh : .query(SyncValidators(etag: "e"))))
  }

  @Test func queriesWithoutUsableData() {
    let refresh = SyncPlan(refreshes: true)

    #expect(
      refresh.step(for: metadata(checkedAt: 0), source: "s", now: 1)
        == .query(SyncValidators(etag: "e")))
    #expect(SyncPlan().step(for: nil, source: "s", now: 1) == .query(SyncValidators()))
    #expect(
      SyncPlan().step(for: metadata(checkedAt: 0), source: "other", now: 1)
        == .query(SyncValidators()))
    #expect(
      SyncPlan().step(for: metadata(checkedAt: 0, cities: 0), source: "s", now: 1)
        == .query(SyncValidators()))
  }

  /// Cities before, now, and bad rows. Exactly, without rounding.
  @Test(arguments: [
    (100, 0, 0, true), (100, 79, 0, true), (100, 80, 0, false), (6, 4, 0, true), (6, 5, 0, false),
    (1, 0, 0, true), (1, 1, 0, false), (11, 8, 0, true), (100, 1000, 11, true),
    (100, 1000, 10, false),
  ])
  func refusesImplausibleFile(before: Int, cities: Int, badRows: Int, isRefused: Bool) {
    let refusal = SyncPlan().refusal(
      cities: cities, badRows: badRows, before: metadata(checkedAt: 0, cities: before))

    #expect((refusal != nil) == isRefused)
  }
}
