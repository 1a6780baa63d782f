import TestSupport
import Testing

/// The tools connected by pipes.
@Suite struct PipeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities()
  }

  /// A server with two businesses per search, one with a photo on this server and one without.
  private func makeServer() throws -> LoopbackServer {
    let photo = Script.ok(SampleImage.png(width: 4, height: 4), type: "image/png")
    return try LoopbackServer { request in
      guard request.path == "/v3/businesses/search" else { return photo }
      let host = "http://\(request[header: "host"] ?? "")"
      let latitude = request[query: "latitude"] ?? ""
      return .ok(
        json: SampleYelp.search([
          SampleYelp.business("a\(latitude)", imageURL: "\(host)/photo/\(latitude).png"),
          SampleYelp.business("b\(latitude)", imageURL: ""),
        ]))
    }
  }

  private func run(_ script: String, _ server: LoopbackServer) throws -> ToolResult {
    try sandbox.shell(
      script, environment: ["YELP_API_KEY": "test-api-key", "BASE": server.url("/v3")])
  }

  @Test func fetchesPhotosOfBusinessesInCities() throws {
    let server = try makeServer()

    let result = try run(
      """
      cities-find 'pa, fr' --limit 3 | yelp-query search --term coffee --base-url "$BASE" \
      | imgfetch --output-dir photos
      """, server)

    let records = result.records(as: .image)
    #expect(records.count == 4, "two cities, two businesses each")
    #expect(records.map(\.code) == [nil, "no_url", nil, "no_url"])
    #expect(sandbox.files.count { $0.hasPrefix("work/photos/") && $0.hasSuffix(".png") } == 2)
    #expect(server.requestCount == 4)
  }

  @Test func syncsCitiesFromStdin() throws {
    let server = try LoopbackServer(["/cities.json": .ok(json: SampleCities.array(count: 7))])

    let result = try sandbox.shell(
      "req \(server.url("/cities.json")) | cities-sync --allow-shrink --refresh -")

    #expect(result.expect(exit: 0).records(as: .sync).first?["cities"]?.integer == 7)
  }
}
