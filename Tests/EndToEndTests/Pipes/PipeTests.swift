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

  /// The public file lists some cities several times, a few hundred metres apart.
  @Test func searchesOnceForACityThatTheFileListsSeveralTimes() throws {
    let paris = [
      (id: 2_988_507, latitude: "48.853409", longitude: "2.3488"),
      (id: 6_455_259, latitude: "48.856461", longitude: "2.35236"),
    ].map {
      #"{"country":"FR","name":"Paris","_id":\#($0.id),"#
        + #""coord":{"lon":\#($0.longitude),"lat":\#($0.latitude)}}"#
    }
    let others = SampleCities.all.filter { $0.country != "FR" }.map(\.json)
    let file = try sandbox.directory.write(
      "all.json", "[" + (paris + others).joined(separator: ",\n") + "]")
    try Tool("cities-sync", in: sandbox)("--allow-shrink", file).expect(exit: 0)
    let server = try makeServer()

    let result = try run(
      """
      cities-find 'paris, fr' | yelp-query search --term coffee --base-url "$BASE" \
      | imgfetch -o photos
      """, server)

    #expect(result.records(as: .image).map(\.code) == [nil, "no_url"])
    #expect(server.requestCount == 2)
  }

  @Test func passesErrorRecordsThroughThePipeline() throws {
    let server = try LoopbackServer { request in
      .status(500, SampleYelp.error("INTERNAL_ERROR", "no"))
    }

    let result = try run(
      """
      cities-find 'pa, fr' | yelp-query search --term x --retry 0 --base-url "$BASE" \
      | imgfetch --output-dir photos
      """, server)

    let records = result.expect(exit: 0).records(as: .image)
    #expect(records.map { $0["error"]?["tool"]?.string } == ["yelp-query", "yelp-query"])
  }

  @Test func buildExecuteParseStoresTheSameImages() throws {
    let server = try makeServer()
    let urls = (1...3).map { server.url("/photo/\($0).png") }.joined(separator: " ")

    try run("imgfetch --output-dir one \(urls)", server).expect(exit: 0)
    try run(
      "imgfetch --output-dir two --build \(urls) | req | imgfetch --output-dir two --parse", server
    ).expect(exit: 0)

    #expect(stored(in: "two") == stored(in: "one"))
    #expect(stored(in: "one").count == 3)
  }

  private func stored(in folder: String) -> [String] {
    let start = "work/\(folder)/"
    return sandbox.files.filter { $0.hasPrefix(start) && $0.hasSuffix(".png") }
      .map { String($0.dropFirst(start.count)) }
  }

  @Test func syncsCitiesFromStdin() throws {
    let server = try LoopbackServer(["/cities.json": .ok(json: SampleCities.array(count: 7))])

    let result = try sandbox.shell(
      "req \(server.url("/cities.json")) | cities-sync --allow-shrink --refresh -")

    #expect(result.expect(exit: 0).records(as: .sync).first?["cities"]?.integer == 7)
  }
}
