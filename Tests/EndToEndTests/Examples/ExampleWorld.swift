import TestSupport
import Testing

/// The environment of an example of the documentation.
struct ExampleWorld {
  private(set) var environment: [String: String] = [:]
  private var server: LoopbackServer?
  private var yelp: YelpTestServer?

  init(_ world: Example.World, in sandbox: Sandbox) throws {
    switch world {
    case .empty: break
    case .cities: try Self.addSample(to: sandbox)
    case .server:
      server = try Self.makeServer()
      environment = ["YELP_API_KEY": "test-api-key"]
    case .weather:
      try Self.addSample(to: sandbox)
      server = try LoopbackServer { _ in .ok(json: SampleCities.weather) }
    case .demo:
      try sandbox.addCities(of: "\(Self.demo)/cities.json")
      try sandbox.write("urls.txt", TextFile.read("\(Self.demo)/urls.txt") ?? "")
      environment = ["YELP_API_KEY": "demo", "WIRELINE_REPLAY": "\(Self.demo)/cassette.jsonl"]
    case .yelp:
      try sandbox.addCities(of: "\(Self.demo)/cities.json")
      // More than a page, and less than the limit of the API.
      let yelpServer = try YelpTestServer(dailyLimit: 300, total: 60)
      environment = [
        "YELP_API_KEY": yelpServer.key, "WIRELINE_YELP_QUERY_BASE_URL": yelpServer.baseURL,
        // `req --credential yelp` may send the key to this server.
        "WIRELINE_REQ_BASE_URL": yelpServer.baseURL,
      ]
      yelp = yelpServer
    }
  }

  private static let demo = "\(Project.root)/Tests/Demo"

  private static let documentedURL = "https://example.com"

  /// Returns the script with the URL of the server instead of the one in the document.
  func script(_ text: String) -> String {
    guard let server else { return text }
    let documented = [
      "https://api.openweathermap.org", "https://api.github.com", Self.documentedURL,
    ]
    return documented.reduce(text) { text, url in
      text.replacing(url, with: server.url)
    }
  }

  /// Returns the output with the URL in the document instead of that of the server.
  func documented(_ text: String) -> String {
    server.map { text.replacing($0.url, with: Self.documentedURL) } ?? text
  }

  private static func addSample(to sandbox: Sandbox) throws {
    try sandbox.directory.write("cities.json", SampleCities.file)
    try sandbox.addCities()
  }

  /// Two pages of two items.
  private static func page(of request: ServedRequest) -> Script {
    let isLast = request[query: "page"] == "2"
    let next = "<http://\(request[header: "host"] ?? "")/items?page=2>; rel=\"next\""
    let items = isLast ? ["c", "d"] : ["a", "b"]
    return .ok(
      "[" + items.map { #"{"name":"\#($0)"}"# }.joined(separator: ",") + "]",
      headers: isLast
        ? ["Content-Type": "application/json"]
        : ["Content-Type": "application/json", "Link": next])
  }

  /// Two pages of orders; the body of the first contains the cursor of the second.
  private static func orders(_ cursor: String?) -> Script {
    cursor == "p2"
      ? .ok(json: #"{"orders":[{"id":3}]}"#)
      : .ok(json: #"{"orders":[{"id":1},{"id":2}],"next_cursor":"p2"}"#)
  }

  private static let chat = Script.ok(
    Array(
      ["{}", #"{"content":"Hel"}"#, #"{"content":"lo"}"#].map {
        #"data: {"choices":[{"delta":\#($0)}]}"# + "\n\n"
      }.joined().utf8) + Array("data: [DONE]\n\n".utf8), type: "text/event-stream")

  private static let podChanges = Script.ok(
    json: (0...1).map {
      #"{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"web-\#($0)"}}}"# + "\n"
    }.joined())

  /// Responds with 404 below `/missing`, and below `/busy` with 503 to the first request.
  private static func makeServer() throws -> LoopbackServer {
    let busy = Script.status(503, "not now", headers: ["Retry-After": "1"])
    return try LoopbackServer { request in
      if request.path.hasPrefix("/missing") { return .status(404, "no such thing") }
      let response = response(to: request)
      return request.path.hasPrefix("/busy") ? .sequence(busy, response) : response
    }
  }

  /// Images by file extension, cities, lists, businesses, and otherwise the request itself.
  private static func response(to request: ServedRequest) -> Script {
    if request.path.hasSuffix(".png") || request.path.hasSuffix(".jpg") {
      return .ok(SampleImage.png(width: 8, height: 8), type: "image/png")
    }
    if request.path == "/items" || request.path.hasSuffix("/issues") { return page(of: request) }
    if request.path == "/api/v1/pods" { return podChanges }
    if request.path == "/orders" { return orders(request[query: "cursor"]) }
    if request.path == "/chat" { return chat }
    if request.path == "/feed" {
      let tag = "\"v1\""
      let status = request[header: "if-none-match"] == tag ? 304 : 200
      return .status(status, status == 200 ? "news" : "", headers: ["ETag": tag])
    }
    if request.path.hasSuffix("cities.json") { return .ok(json: SampleCities.file) }
    guard request.path.hasSuffix("/businesses/search") else {
      let body = StrictJSON.quoted(request.text)
      return .ok(
        json: #"{"method":"\#(request.method)","path":"\#(request.path)","body":\#(body)}"#)
    }
    let photo = "http://\(request[header: "host"] ?? "")/photo.jpg"
    return .ok(json: SampleYelp.search([SampleYelp.business("a", imageURL: photo)]))
  }
}
