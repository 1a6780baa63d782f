import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpTests {
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
    let own = building.request(YelpQuestion(.categories))
    var other = own
    other.url = try RequestURL("https://evil.example/")
    var unnamed = own
    unnamed.credential = nil

    #expect(try key.fill(own).headers["Authorization"] == "Bearer secret")
    #expect(throws: RequestError.self) { try key.fill(other) }
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

    let record = ErrorRecord(refusal(400, body), tool: "t").hiding(secrets)

    #expect(record.message == "the API answered with status 400: ***: bad ***")
    #expect(
      record.detail.map { String(decoding: $0, as: UTF8.self) }
        == #"{"code":"***","description":"bad ***.","x":["***"]}"#)
  }

  @Test func bothKindsOf429AreToldApart() {
    let record = { (code: String) in
      ErrorRecord(
        refusal(429, #"{"error":{"code":"\#(code)","description":"d"}}"#), tool: "t")
    }

    #expect(record("TOO_MANY_REQUESTS_PER_SECOND").code == .rateLimited)
    #expect(record("ACCESS_LIMIT_REACHED").code == .quotaExhausted)
  }

  private func refusal(_ status: Int, _ body: String) -> YelpFailure {
    .refused(
      YelpRefusal(
        status: status, error: YelpServiceError(body: Array(body.utf8)), headers: [:],
        attempts: 1))
  }
}
