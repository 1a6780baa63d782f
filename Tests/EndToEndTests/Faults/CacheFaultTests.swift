import Glibc
import TestSupport
import Testing

/// A cache that was damaged, or that somebody else has written: what comes out is right, or asked
/// for again.
@Suite struct CacheFaultTests {
  private static let small = "a small answer"
  private static let large = String(repeating: "a large answer. ", count: 10_000)
  private static let folder = "home/cache/wireline/http"
  private let req: Tool
  private let server: LoopbackServer

  /// Two answers are in it, one in the database and one in a file.
  init() throws {
    req = try Tool("req")
    server = try LoopbackServer { request in
      .ok(
        request.path == "/small" ? Self.small : Self.large,
        headers: ["Cache-Control": "max-age=600", "ETag": "\"1\""])
    }
    try expectRight()
    try #require(directory.exists("\(Self.folder)/cache.sqlite"))
    try #require(bodyFile != nil, "the large answer has a file of its own")
  }

  private var directory: TemporaryDirectory { req.sandbox.directory }

  private var bodyFile: String? {
    directory.files(under: Self.folder).first { $0.utf8.count > Self.folder.utf8.count + 64 }
  }

  private func expectRight(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (path, text) in [("/small", Self.small), ("/large", Self.large)] {
      let result = try req("--cache", "--retry", "0", server.url(path))
      result.expect(exit: 0, sourceLocation: sourceLocation)
      #expect(result.text == text, comment, sourceLocation: sourceLocation)
    }
  }

  /// It answers again, and after that out of what was stored again.
  private func expectMended(_ comment: Comment? = nil) throws {
    try expectRight(comment)
    let asked = server.requestCount
    try expectRight(comment)
    #expect(server.requestCount == asked, comment)
  }

  private func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try directory.read(name)
    body(&bytes)
    try directory.write(name, bytes)
  }

  /// A bit anywhere: the database may not notice, the checksums do.
  @Test(arguments: [1, 2, 3] as [UInt64]) func aFlippedBitIsNoAnswer(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for turn in 0..<20 {
      try change("\(Self.folder)/cache.sqlite") { bytes in
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try expectRight("seed \(seed), turn \(turn)")
    }
  }

  /// A bit in the text of the schema: the identifiers of entries are none any more, which SQLite
  /// takes for what was meant.
  @Test func aChangedSchemaIsMendedByClearing() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array("PRIMARY KEY".utf8)
      for place in bytes.indices where bytes[place...].starts(with: text) { bytes[place + 3] ^= 1 }
    }

    try expectRight()
    try req("--cache-clear").expect(exit: 0)

    try expectMended()
  }

  /// A pipe in the place of a body: opening it must not wait for somebody who writes.
  @Test func aPipeInThePlaceOfABodyIsNoAnswer() throws {
    let file = directory.path(try #require(bodyFile))
    try req.sandbox.shell("rm '\(file)'; mkfifo '\(file)'").expect(exit: 0)

    let result = try req.sandbox.shell("timeout -s KILL 1 req --cache \(server.url("/large"))")

    #expect(result.expect(exit: 0).text == Self.large)
  }

  /// Where the answer itself stands.
  @Test func aChangedAnswerInTheDatabaseIsNoAnswer() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array(Self.small.utf8)
      for place in bytes.indices where bytes[place...].starts(with: text) { bytes[place] ^= 0x20 }
    }

    try expectMended()
    #expect(server.requestCount == 3)
  }

  /// A status, a field: what the answer is must not change either.
  @Test func aChangedHeadIsNoAnswer() throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      let text = Array("max-age=600".utf8)
      for place in bytes.indices where bytes[place...].starts(with: text) {
        bytes[place + 8] = 0x39
      }
    }

    try expectMended()
    #expect(server.requestCount == 4)
  }

  @Test(arguments: [0, 1, 16, 99, 100, 512, 4096, 5000, 12_288])
  func aTruncatedDatabaseIsNone(count: Int) throws {
    try change("\(Self.folder)/cache.sqlite") { $0 = Array($0.prefix(count)) }

    try expectMended()
  }

  /// SQLite's file format §1.3.16 and §1.3.18: user_version and application_id.
  @Test(arguments: [(60, 2), (60, 200), (68, 0x41)])
  func anotherVersionIsNone(place: Int, value: Int) throws {
    try change("\(Self.folder)/cache.sqlite") { bytes in
      bytes.replaceSubrange(place..<(place + 4), with: [0, 0, 0, UInt8(value)])
    }

    try expectMended()
  }

  @Test(arguments: [
    "printf x >> FILE", "head -c 1000 FILE > t; cat t > FILE", ": > FILE", "rm FILE",
    "rm FILE; mkdir FILE", "rm FILE; ln -s /etc/passwd FILE",
    "printf X | dd of=FILE conv=notrunc bs=1 seek=77 2>/dev/null", "chown 65534 FILE",
    "rm -r $(dirname FILE)", "rm -r $(dirname FILE); : > $(dirname FILE)",
  ])
  func aDamagedBodyIsNoAnswer(command: String) throws {
    let file = directory.path(try #require(bodyFile))
    let script = command.split(separator: "FILE", omittingEmptySubsequences: false)
      .joined(separator: "'\(file)'")
    _ = try req.sandbox.shell(script)

    try expectRight()
    try expectRight()
  }

  @Test(arguments: [
    "rm -r http", "rm http/cache.sqlite", "rm http/cache.sqlite; mkdir http/cache.sqlite",
    "rm http/cache.sqlite; ln -s nowhere http/cache.sqlite",
    "rm -r http; : > http", "rm -r http; ln -s nowhere http", "rm -r http; ln -s http http",
    "yes | head -c 9999 > http/cache.sqlite-journal", "yes | head -c 9999 > http/cache.sqlite-wal",
    "mkdir http/cache.sqlite-journal", "mkdir http/mend.lock; : > http/cache.sqlite",
    "chown -R 65534 http", "mv http/cache.sqlite x; (cat x; cat x) > http/cache.sqlite",
  ])
  func aFolderThatIsAnotherIsNoFault(command: String) throws {
    _ = try req.sandbox.shell("cd \"$XDG_CACHE_HOME/wireline\" && { \(command); }")

    try expectRight()
    try expectRight()
  }

  /// As an ordinary user, for whom permissions are one.
  @Test(
    .needs("setpriv"), .enabled(if: geteuid() == 0, "needs root"),
    arguments: ["000", "500", "444"])
  func aFolderWithoutPermissionIsNoFault(mode: String) throws {
    let result = try req.sandbox.shell(
      """
      chmod 755 "$(dirname "$HOME")" "$HOME"; chown -R 65534 "$HOME"
      chmod \(mode) "$XDG_CACHE_HOME/wireline/http"
      setpriv --reuid 65534 --clear-groups req --cache \(server.url("/small"))
      """)

    #expect(result.expect(exit: 0).text == Self.small)
  }

  @Test func manyProcessesBeginOneCacheTogether() throws {
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME/wireline\"")

    let result = try req.sandbox.shell(
      "seq 20 | xargs -P 10 -I{} req --cache '\(server.url("/small"))?{}'")

    #expect(result.text == String(repeating: Self.small, count: 20))
    #expect(try req("--cache-status").text.contains(#""entries":20"#))
  }
}
