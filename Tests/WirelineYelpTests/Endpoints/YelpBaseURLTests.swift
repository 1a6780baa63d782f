import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpBaseURLTests {
  /// The path of chat does not contain the version, even on a test server.
  @Test(
    arguments: [
      ("https://api.yelp.com/v3", "https://api.yelp.com/v3", "https://api.yelp.com"),
      ("https://api.yelp.com/v3///", "https://api.yelp.com/v3", "https://api.yelp.com"),
      ("HTTPS://API.yelp.com:443/v3", "https://api.yelp.com/v3", "https://api.yelp.com"),
      ("https://api.yelp.com", "https://api.yelp.com", "https://api.yelp.com"),
      ("https://api.yelp.com/", "https://api.yelp.com", "https://api.yelp.com"),
      ("http://[::1]:8080/v3/?a=b#c", "http://[::1]:8080/v3", "http://[::1]:8080"),
      ("http://localhost:1/yelp/v3/", "http://localhost:1/yelp/v3", "http://localhost:1/yelp"),
      ("http://127.0.0.1/notv3", "http://127.0.0.1/notv3", "http://127.0.0.1/notv3"),
      ("http://127.0.0.1/v3/x", "http://127.0.0.1/v3/x", "http://127.0.0.1/v3/x"),
    ])
  func prependsTheBaseURL(base: String, version: String, host: String) throws {
    let building = try YelpRequestBuilder(baseURL: base)
    let url = { (endpoint: YelpEndpoint) in building.request(YelpQuery(endpoint)).url.text }

    #expect(url(.categories) == version + "/categories")
    #expect(url(.jobs) == version + "/jobs")
    #expect(url(.chat) == host + "/ai/chat/v2")
  }

  @Test(arguments: [
    "", "api.yelp.com/v3", "ftp://api.yelp.com", "http://api.yelp.com", "http://10.0.0.1/v3",
  ])
  func rejectsInsecureBaseURLs(base: String) {
    #expect(throws: InvalidURL.self) { try YelpRequestBuilder(baseURL: base) }
  }

  @Test(
    arguments: [
      ("https://api.yelp.com/v3", nil, "https://api.yelp.com/any", true),
      ("https://api.yelp.com/v3", nil, "https://api.yelp.com:443/", true),
      ("https://api.yelp.com/v3", nil, "https://api.yelp.com:8443/v3", false),
      ("https://api.yelp.com/v3", nil, "http://api.yelp.com/v3", false),
      ("https://api.yelp.com/v3", nil, "https://www.yelp.com/v3", false),
      ("https://api.yelp.com/v3", nil, "https://api.yelp.com.evil.example/v3", false),
      ("https://api.yelp.com/v3", nil, "https://api.yelp.com@evil.example/v3", false),
      ("http://127.0.0.1:8080/v3", nil, "http://127.0.0.1:8080/v3", true),
      ("http://127.0.0.1:8080/v3", nil, "http://127.0.0.1:8081/v3", false),
      ("http://127.0.0.1:8080/v3", nil, "http://localhost:8080/v3", false),
      ("http://127.0.0.1:8080/v3", nil, "https://api.yelp.com/v3", false),
      ("https://api.yelp.com/v3", nil, "http://127.0.0.1:8080/v3", false),
      ("https://api.yelp.com/v3", "http://[::1]:8080/", "http://[::1]:8080/v3", true),
      ("https://api.yelp.com/v3", "http://[::1]:8080/", "http://[::1]:8081/v3", false),
      ("https://api.yelp.com/v3", "http://[::1]:8080/", "https://api.yelp.com/v3", true),
      // A test server outside loopback never gets the key.
      ("https://api.yelp.com/v3", "https://evil.example/", "https://evil.example/v3", false),
      (
        "https://api.yelp.com/v3", "http://127.0.0.1.a.example/", "http://127.0.0.1.a.example/",
        false
      ),
    ] as [(String, String?, String, Bool)])
  func sendsTheKeyToTheOriginOfTheBaseURL(
    base: String, standIn: String?, url: String, isTold: Bool
  ) throws {
    let key = YelpAPIKey(
      key: "secret", baseURL: try RequestURL(base), standIn: try standIn.map { try RequestURL($0) })
    var request = RequestSpecification(url: try RequestURL(url))
    request.credential = YelpRequestBuilder.credentialName

    if isTold {
      try key.fill(&request)
      #expect(request.headers["Authorization"] == "Bearer secret")
    } else {
      let why = "does not go to \(request.url.origin)"
      let refusal = RequestError(.credentialRefused(name: "yelp", why: why), attempts: 0)
      #expect(throws: refusal) {
        try key.fill(&request)
      }
    }
    request.headers = [:]
    request.credential = "other"
    try key.fill(&request)
    #expect(request.headers.isEmpty)
  }
}
