import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpAPIKeyTests {
  @Test(
    arguments: [
      ("https://api.yelp.com/v3", true), ("http://127.0.0.1:8080/v3/", true),
      ("http://localhost/v3", true), ("http://api.yelp.com/v3", false),
      ("http://127.0.0.1.example.com/", false),
    ])
  func sendsTheKeyOnlyOverHTTPSOrToLoopback(base: String, isAccepted: Bool) {
    #expect(((try? YelpRequestBuilder(baseURL: base)) != nil) == isAccepted)
  }

  @Test func sendsTheKeyOnlyToItsOrigin() throws {
    let building = try YelpRequestBuilder()
    let key = YelpAPIKey(key: "secret", baseURL: building.baseURL)
    let own = building.request(YelpQuery(.categories))
    var other = own
    other.url = try RequestURL("https://evil.example/")
    var unnamed = own
    unnamed.credential = nil

    #expect(try key.fill(own).headers["Authorization"] == "Bearer secret")
    #expect(throws: RequestError.self) { try key.fill(other) }
    #expect(try key.fill(unnamed).headers["Authorization"] == nil)
  }
}
