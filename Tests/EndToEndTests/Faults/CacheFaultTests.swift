import Glibc
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

  /// Responses are correct, and then come from the cache again.
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

  /// SQLite may not detect the change, but the checksums do.
  @Test(arguments: [1, 2, 3] as [UInt64]) func ignoresFlippedBits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for turn in 0..<20 {
      try change("\(Self.folder)/cache.sqlite") { bytes in
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try expectCorrect("seed \(seed), turn \(turn)")
    }
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

  /// Opening the pipe must not wait for a writer.
  @Test func ignoresPipeInsteadOfBody() throws {
    let file = directory.path(try #require(bodyFile))
    try req.sandbox.shell("rm '\(file)'; mkfifo '\(file)'").expect(exit: 0)

    let result = try req.sandbox.shell("timeout -s KILL 20 req --cache \(server.url("/large"))")

    #expect(result.expect(exit: 0).text == Self.large)
  }

  @Test func ignoresChangedBodyInDatabase() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array(Self.small.utf8)
      for offset in bytes.indices where bytes[offset...].starts(with: text) {
        bytes[offset] ^= 0x20
      }
    }

    try expectRepaired()
    #expect(server.requestCount == 3)
  }

  @Test func ignoresChangedHead() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array("max-age=600".utf8)
      for offset in bytes.indices where bytes[offset...].starts(with: text) {
        bytes[offset + 8] = 0x39
      }
    }

    try expectRepaired()
    #expect(server.requestCount == 4)
  }

  @Test(arguments: [0, 1, 16, 99, 100, 512, 4096, 5000, 12_288])
  func replacesTruncatedDatabase(count: Int) throws {
    try change("\(Self.folder)/cache.sqlite") { $0 = Array($0.prefix(count)) }

    try expectRepaired()
  }

  /// SQLite's file format §1.3.16 and §1.3.18: user_version and application_id.
  @Test(arguments: [(60, 2), (60, 200), (68, 0x41)])
  func replacesDatabaseOfOtherVersion(offset: Int, value: Int) throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      bytes.replaceSubrange(offset..<(offset + 4), with: [0, 0, 0, UInt8(value)])
    }

    try expectRepaired()
  }

  @Test(arguments: [
    "printf x >> FILE", "head -c 1000 FILE > t; cat t > FILE", ": > FILE", "rm FILE",
    "rm FILE; mkdir FILE", "rm FILE; ln -s /etc/passwd FILE",
    "printf X | dd of=FILE conv=notrunc bs=1 seek=77 2>/dev/null", "chown 65534 FILE",
    "rm -r $(dirname FILE)", "rm -r $(dirname FILE); : > $(dirname FILE)",
  ])
  func ignoresDamagedBodyFile(command: String) throws {
    let file = directory.path(try #require(bodyFile))
    let script = command.split(separator: "FILE", omittingEmptySubsequences: false)
      .joined(separator: "'\(file)'")
    _ = try req.sandbox.shell(script)

    try expectCorrect()
    try expectCorrect()
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

  /// Root would ignore the permissions.
  @Test(
    .needs("setpriv"), .enabled(if: geteuid() == 0, "needs root"),
    arguments: ["000", "500", "444"])
  func worksWithoutPermissionForFolder(mode: String) throws {
    let result = try req.sandbox.shell(
      """
      chmod 755 "$(dirname "$HOME")" "$HOME"; chown -R 65534 "$HOME"
      chmod \(mode) "$XDG_CACHE_HOME/wireline/http"
      setpriv --reuid 65534 --clear-groups req --cache \(server.url("/small"))
      """)

    #expect(result.expect(exit: 0).text == Self.small)
  }

  @Test(arguments: [
    ("mkdir cache.sqlite", "is a directory"), ("mkfifo cache.sqlite", "not a regular file"),
    ("ln -s cache.sqlite cache.sqlite", "symbolic link"),
    ("cd .. && rm -r http && : > http", "not a directory"),
  ])
  func warnsOnceIfCacheCannotBeUsed(command: String, cause: String) throws {
    let script = "cd \"$XDG_CACHE_HOME/wireline/http\" && rm cache.sqlite && { \(command); }"
    try req.sandbox.shell(script).expect(exit: 0)

    let result = try req("--cache", stdin: .lines([server.url("/small"), server.url("/small?2")]))

    result.expect(exit: 0).expect(says: "req: warning: cannot use the cache ", cause)
    #expect(result.messageLines.count == 1)
  }

  @Test func processesCreateCacheTogether() throws {
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME/wireline\"")

    let result = try req.sandbox.shell(
      "seq 20 | xargs -P 10 -I{} req --cache '\(server.url("/small"))?{}'")

    #expect(result.text == String(repeating: Self.small, count: 20))
    #expect(try req("--cache-status").text.contains(#""entries":20"#))
  }
}
