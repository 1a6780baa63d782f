import Testing

@testable import WirelineCore

@Suite struct YelpTests {
  @Test(
    arguments: [
      ("Paris", nil, nil, true), (nil, "48.85", "2.35", true), (nil, nil, nil, false),
      ("Paris", "48.85", "2.35", false), (nil, "91", "0", false), (nil, "0", "-181", false),
      (nil, "nan", "0", false), (nil, "1", nil, false), ("", nil, nil, false),
    ] as [(String?, String?, String?, Bool)])
  func exactlyOnePlaceIsGiven(
    location: String?, latitude: String?, longitude: String?, isTaken: Bool
  ) {
    let place = try? YelpPlace(location: location, latitude: latitude, longitude: longitude)

    #expect((place != nil) == isTaken)
  }

  @Test(arguments: [(1, true), (50, true), (0, false), (51, false)])
  func limitHasARange(limit: Int, isTaken: Bool) {
    #expect(((try? YelpSearch(place: .location("x"), limit: limit)) != nil) == isTaken)
  }

  @Test func queryIsSortedAndKeepsItsDigits() throws {
    let search = try YelpSearch(
      place: .coordinates(latitude: "48.853401", longitude: "2.3486"), term: "café + crème",
      limit: 3)

    let url = try YelpRequestBuilding().search(search).url

    #expect(
      url.text == "https://api.yelp.com/v3/businesses/search?latitude=48.853401&limit=3"
        + "&longitude=2.3486&term=caf%C3%A9%20%2B%20cr%C3%A8me")
  }

  @Test(
    arguments: [
      ("https://api.yelp.com/v3", true), ("http://127.0.0.1:8080/v3/", true),
      ("http://localhost/v3", true), ("http://api.yelp.com/v3", false),
      ("http://127.0.0.1.example.com/", false),
    ])
  func keyLeavesOverHTTPSOrForLoopback(base: String, isTaken: Bool) {
    #expect(((try? YelpRequestBuilding(baseURL: base)) != nil) == isTaken)
  }

  @Test func keyGoesToItsOriginAlone() throws {
    let building = try YelpRequestBuilding()
    let key = YelpAPIKey(key: "secret", baseURL: building.baseURL)
    let own = building.search(try YelpSearch(place: .location("x")))
    var other = own
    other.url = try RequestURL("https://evil.example/")
    var unnamed = own
    unnamed.credential = nil

    #expect(try key.fill(own).headers["Authorization"] == "Bearer secret")
    #expect(try key.fill(other).headers["Authorization"] == nil)
    #expect(try key.fill(unnamed).headers["Authorization"] == nil)
  }

  @Test(
    arguments: [
      ("[]", ""), ("<html>", ""), ("{}", "/businesses"), (#"{"businesses":{}}"#, "/businesses"),
      (#"{"businesses":[{},3]}"#, "/businesses/1"),
    ])
  func anotherShapeIsToldByItsPath(body: String, path: String) {
    let error = #expect(throws: YelpFault.self) { try YelpAnswer(.search, body: Array(body.utf8)) }

    guard case .decode(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A service that refuses a key may say which one it was.
  @Test(arguments: ["SECRET/key+01", #"SECRET\/key\u002B01"#])
  func noRecordTellsTheKey(written: String) throws {
    let secrets = SentSecrets()
    secrets.note("SECRET/key+01")
    let body =
      #"{"error":{"code":"\#(written)","description":"bad \#(written).","x":["\#(written)"]}}"#

    let record = ErrorRecord(
      .refused(status: 400, YelpServiceError(body: Array(body.utf8)), attempts: 1), tool: "t"
    ).hiding(secrets)

    #expect(record.message == "the API answered with status 400: ***: bad ***")
    #expect(
      record.detail.map { String(decoding: $0, as: UTF8.self) }
        == #"{"code":"***","description":"bad ***.","x":["***"]}"#)
  }

  @Test func bothKindsOf429AreToldApart() {
    let record = { (code: String) in
      ErrorRecord(
        .refused(
          status: 429,
          YelpServiceError(body: Array(#"{"error":{"code":"\#(code)","description":"d"}}"#.utf8)),
          attempts: 1), tool: "t")
    }

    #expect(record("TOO_MANY_REQUESTS_PER_SECOND").code == .rateLimited)
    #expect(record("ACCESS_LIMIT_REACHED").code == .quotaExhausted)
  }
}
