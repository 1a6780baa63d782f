import TestSupport
import Testing

/// A cache that was damaged or replaced: `req` prints the correct response, if necessary from the
/// server.
@Suite struct CacheFaultTests {
  private static let small = "a small answer"
  private static let large = String(repeating: "a large answer. ", count: 10_000)
  private static let folder = "home/cache/wireline/http"
  private let req: Tool
  private let server: LoopbackServer

  /// Stores two responses, one in the database and one in a file.
  init() throws {
    req = try Tool("req")
    server = try LoopbackServer { request in
      .ok(
        request.path == "/small" ? Self.small : Self.large,
        headers: ["Cache-Control": "max-age=600", "ETag": "\"1\""])
    }
    try expectCorrect()
    try #require(directory.exists("\(Self.folder)/cache.sqlite"))
    try #require(bodyFile != nil, "the large response is stored in a file")
  }

  private var directory: TemporaryDirectory { req.sandbox.directory }

  private var bodyFile: String? {
    directory.files(under: Self.folder).first { $0.utf8.count > Self.folder.utf8.count + 64 }
  }

  private func expectCorrect(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (path, text) in [("/small", Self.small), ("/large", Self.large)] {
      let result = try req("--cache", "--retry", "0", server.url(path))
      result.expect(exit: 0, sourceLocation: sourceLocation)
      #expect(result.text == text, comment, sourceLocation: sourceLocation)
    }
  }

  /// Expects correct responses, and the second time responses from the cache.
  private func expectRepaired(_ comment: Comment? = nil) throws {
    try expectCorrect(comment)
    let count = server.requestCount
    try expectCorrect(comment)
    #expect(server.requestCount == count, comment)
  }

  private func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try directory.read(name)
    body(&bytes)
    try directory.write(name, bytes)
  }

  /// Entries lose their primary key, which SQLite does not report.
  @Test func clearRepairsChangedSchema() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array("PRIMARY KEY".utf8)
      for offset in bytes.indices where bytes[offset...].starts(with: text) {
        bytes[offset + 3] ^= 1
      }
    }

    try expectCorrect()
    try req("--cache-clear").expect(exit: 0)

    try expectRepaired()
  }

  @Test(arguments: [
    "rm -r http", "rm http/cache.sqlite", "rm http/cache.sqlite; mkdir http/cache.sqlite",
    "rm http/cache.sqlite; ln -s nowhere http/cache.sqlite",
    "rm -r http; : > http", "rm -r http; ln -s nowhere http", "rm -r http; ln -s http http",
    "yes | head -c 9999 > http/cache.sqlite-journal", "yes | head -c 9999 > http/cache.sqlite-wal",
    "mkdir http/cache.sqlite-journal", "mkdir http/repair.lock; : > http/cache.sqlite",
    "chown -R 65534 http", "mv http/cache.sqlite x; (cat x; cat x) > http/cache.sqlite",
  ])
  func survivesReplacedFolder(command: String) throws {
    _ = try req.sandbox.shell("cd \"$XDG_CACHE_HOME/wireline\" && { \(command); }")

    try expectCorrect()
    try expectCorrect()
  }

  @Test func processesCreateCacheTogether() throws {
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME/wireline\"")

    let result = try req.sandbox.shell(
      "seq 20 | xargs -P 10 -I{} req --cache '\(server.url("/small"))?{}'")

    #expect(result.text == String(repeating: Self.small, count: 20))
    #expect(try req("--cache-status").text.contains(#""entries":20"#))
  }
}
