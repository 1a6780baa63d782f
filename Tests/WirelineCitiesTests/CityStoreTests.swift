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

  private func build(_ text: String, chunk: Int = 1 << 20) throws -> Int {
    var file = CityFile()
    var builder = CityStoreBuilder(path: path)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes { piece in
        try file.append(piece) { builder.insert($0) }
      }
    }
    try file.finish { builder.insert($0) }
    builder.complete()
    try builder.commit(
      CityMetadata(
        source: "x", etag: "\"e\"", sha256: "s", cities: builder.cities, updatedAt: 7, checkedAt: 9)
    )
    return builder.cities
  }

  private func names(_ query: String, limit: Int = 50) throws -> [String] {
    let search = CitySearch(try CityStore(path: path))
    var names: [String] = []
    var options = CitySearchOptions()
    options.limit = limit
    try search.find(try CityQuery(query), options) { names.append($0.city.name) }
    return names
  }

  /// The first one is stored.
  @Test func reportsRepeatedIDs() throws {
    func row(_ id: Int) -> String {
      #"{"_id":\#(id),"name":"N","country":"FR","coord":{"lon":1,"lat":2}}"#
    }
    let rows = [row(1), "{}", row(2), row(1), row(2), row(3)].joined(separator: ",")
    let file = CityImport(path: path, limit: nil) { _ in IdentityDecoder() }
    try Array("[\(rows)]".utf8).withUnsafeBytes { try file.receive($0) }

    let finished = try file.finish()

    #expect(finished.badRows == 3 && finished.builder.cities == 3)
    #expect(finished.badRowSamples.map(\.index) == [1, 3, 4])
    #expect(finished.badRowSamples.last?.description == "row 4: repeated id")
  }

  @Test(
    arguments: [
      ("Alb", ["Albuquerque"]), ("al", ["Alabama", "ÁLAVA", "Albuquerque"]),
      ("ÁL", ["Alabama", "ÁLAVA", "Albuquerque"]), ("SYDNEY", ["Sydney"]), ("AU", ["Sydney"]),
      ("US", ["Alabama", "Albuquerque", "Anaheim", "Arizona"]), ("s", ["Sydney"]), ("", []),
      ("a, us", ["Alabama", "Albuquerque", "Anaheim", "Arizona"]), ("al, es", ["ÁLAVA"]),
      ("%", []), ("_", []), ("al, ", ["Alabama", "ÁLAVA", "Albuquerque"]),
    ])
  func ordersNamesBeforeCountries(query: String, expected: [String]) throws {
    #expect(try build(Self.sample, chunk: 7) == 6)
    #expect(try names(query) == expected)
    #expect(try names(query, limit: 1) == Array(expected.prefix(1)))

    let search = CitySearch(try CityStore(path: path))
    var options = CitySearchOptions()
    options.limit = 1
    #expect(
      try search.find(try CityQuery(query), options, countsAll: true) { _ in } == expected.count)
  }

  @Test func storesDigitsAndMetadata() throws {
    _ = try build(Self.sample)
    let store = try CityStore(path: path)
    var found: [CityMatch] = []

    try CitySearch(store).find(try CityQuery("albu")) { found.append($0) }

    #expect(found.map(\.city.latitude) == ["35.0840"])
    #expect(found.map(\.city.longitude) == ["-106.651"])
    let metadata = try store.metadata()
    #expect(metadata.cities == 6 && metadata.etag == "\"e\"")
    #expect(metadata.updatedAt == 7 && metadata.checkedAt == 9)
  }

  @Test func openReaderSeesOldData() throws {
    _ = try build(Self.sample)
    let old = CitySearch(try CityStore(path: path))

    _ = try build(#"[{"_id":9,"name":"New","country":"XX","coord":{"lon":0,"lat":0}}]"#)

    #expect(try old.find(try CityQuery("us")) { _ in } == 4)
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
    _ = try build(Self.sample)
    #expect(try names("sydney") == ["Sydney"])
    do {
      let database = try SQLiteDatabase(path: path, mode: .readWrite)
      try database.execute("UPDATE city SET \(change) WHERE id = 5; VACUUM")
    }
    try CityStoreChecksum.append(to: path)
    try FileTime.set(path, modified: 9)

    for query in ["sydney", "syd", "australia"] {
      let failure = #expect(throws: CityStoreError.self, "\(query)") { try names(query) }
      #expect(failure?.description.contains("city 5 has invalid values") == true)
    }
    #expect(throws: CityStoreError.self) { try CitySearch(try CityStore(path: path)).city(5) }
    #expect(try names("anaheim") == ["Anaheim"])
  }

  @Test(arguments: [
    "", "\"a\":1", "\"a\":\"x y\",\"b\":{\"c\":[1,null]}", "\"a\":\"\\n\"",
  ])
  func readsAdditionalFields(more: String) throws {
    _ = try build(Self.sample)
    do {
      let change = try SQLiteDatabase(path: path, mode: .readWrite)
        .prepare("UPDATE city SET more = ? WHERE id = 5")
      try change.bind(1, more)
      try change.run()
    }
    // Removes the old checksum too.
    do { try SQLiteDatabase(path: path, mode: .readWrite).execute("VACUUM") }
    try CityStoreChecksum.append(to: path)

    #expect(try CitySearch(try CityStore(path: path, check: .always)).city(5)?.more == more)
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
      source: "s", etag: "e", sha256: "h", cities: cities, updatedAt: 0, checkedAt: checkedAt)
  }

  /// Fresh for half an hour less than a day; data from the far future is not fresh.
  @Test(
    arguments: [
      (0, 0, true), (0, 84_599, true), (0, 84_600, false), (0, 86_400, false), (100, 0, true),
      (90_000, 0, false),
    ])
  func decidesFreshness(checkedAt: Int, now: Int, isFresh: Bool) {
    let step = SyncPlan().step(for: metadata(checkedAt: checkedAt), source: "s", now: now)

    #expect(step == (isFresh ? .fresh : .query(etag: "e", lastModified: nil)))
  }

  @Test func queriesWithoutUsableData() {
    let refresh = SyncPlan(refreshes: true)

    #expect(
      refresh.step(for: metadata(checkedAt: 0), source: "s", now: 1)
        == .query(etag: "e", lastModified: nil))
    #expect(SyncPlan().step(for: nil, source: "s", now: 1) == .query(etag: nil, lastModified: nil))
    #expect(
      SyncPlan().step(for: metadata(checkedAt: 0), source: "other", now: 1)
        == .query(etag: nil, lastModified: nil))
    #expect(
      SyncPlan().step(for: metadata(checkedAt: 0, cities: 0), source: "s", now: 1)
        == .query(etag: nil, lastModified: nil))
  }

  /// Exactly, without rounding.
  @Test(arguments: [(6, 4, true), (6, 5, false), (1, 0, true), (1, 1, false), (11, 8, true)])
  func comparesWith80Percent(before: Int, cities: Int, isRefused: Bool) {
    let refusal = SyncPlan().refusal(
      cities: cities, badRows: 0, before: metadata(checkedAt: 0, cities: before), source: "s")

    #expect((refusal != nil) == isRefused)
  }

  @Test(arguments: [
    (0, 0, true), (79, 0, true), (80, 0, false), (1000, 11, true), (1000, 10, false),
  ])
  func refusesImplausibleFile(cities: Int, badRows: Int, isRefused: Bool) {
    let refusal = SyncPlan().refusal(
      cities: cities, badRows: badRows, before: metadata(checkedAt: 0), source: "s")

    #expect((refusal != nil) == isRefused)
  }
}
