import TestSupport
import Testing

/// `cities-sync [SOURCE]`: the database is replaced completely or not at all.
@Suite struct CitiesSyncTests {
  private let sandbox: Sandbox
  private static let database = "home/data/wireline/cities.sqlite"

  init() throws { sandbox = try Sandbox() }

  private func sync(_ arguments: String...) throws -> ToolResult {
    try Tool("cities-sync", in: sandbox).run(arguments)
  }

  private func file(_ text: String, _ name: String = "cities.json") throws -> String {
    try sandbox.directory.write(name, text)
  }

  /// The number of cities that `cities-find` finds.
  private func stored() throws -> Int {
    try Tool("cities-find", in: sandbox)("--limit", "0", "town").lines.count
  }

  @Test func rejectsBadContentAndKeepsOldData() throws {
    try sync(try file(SampleCities.array(count: 50), "old.json")).expect(exit: 0)
    let before = try sandbox.directory.read(Self.database)
    for content in [
      String(SampleCities.file.dropLast(3)), String(SampleCities.file.prefix(700)),
      "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", "", "[]", "{}", "null", "[1,2]",
      "\u{0}\u{1}", "[" + SampleCities.all[0].json + "]]", #"[{"name":"x"}]"#,
    ] {
      let bad = try file(content, "bad.json")

      let result = try sync("--refresh", bad).expect(exit: 65).expect(says: "cities-sync: error: ")

      for record in result.records(as: .sync) {
        #expect(record.isError || record["action"]?.string == "refused", "\(content)")
      }
      #expect(try sandbox.directory.read(Self.database) == before, "\(content)")
      #expect(!sandbox.files.contains { $0.contains(".tmp") || $0.contains("-journal") })
    }
    #expect(try stored() == 50)
  }

  /// Other users may read the database. A new key is not a new source.
  @Test func doesNotStoreKeysOfSourceURL() throws {
    let server = try LoopbackServer { _ in .ok(json: SampleCities.file) }
    let url = server.url("/c?api_key=topsecret1&lang=en&token=topsecret2")
      .replacing("http://", with: "http://user:topsecret3@", maxReplacements: 1)
    try sync(url).expect(exit: 0)

    let other = try sync(url.replacing("topsecret1", with: "topsecret4")).expect(exit: 0)
    let status = try sync("--status").expect(exit: 0)

    #expect(other.records(as: .sync).first?["action"]?.string == "fresh")
    #expect(status.text.contains("api_key=REDACTED&lang=en"))
    for file in sandbox.files where file.hasPrefix("home/data/") {
      let content = String(decoding: try sandbox.directory.read(file), as: UTF8.self)
      #expect(!content.contains("topsecret"), "\(file)")
    }
    #expect(server.requests.first?[query: "api_key"] == "topsecret1")
  }
}
