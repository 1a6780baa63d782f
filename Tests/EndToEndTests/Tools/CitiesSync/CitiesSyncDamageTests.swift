import Glibc
import TestSupport
import Testing

/// Detection and repair of a city database whose bytes changed after the sync.
@Suite struct CitiesSyncDamageTests {
  private static let database = "home/data/wireline/cities.sqlite"
  private static let count = 600
  private let sandbox: Sandbox
  private let source: String

  init() throws {
    sandbox = try Sandbox()
    source = try sandbox.directory.write("cities.json", SampleCities.array(count: Self.count))
  }

  private func sync(_ arguments: String...) throws -> ToolResult {
    try Tool("cities-sync", in: sandbox).run(arguments)
  }

  private func find(_ query: String = "*") throws -> ToolResult {
    try Tool("cities-find", in: sandbox)("--limit", "0", query)
  }

  /// Overwrites a part of a file with random bytes; its length stays the same.
  private func damage(_ name: String = database, at offset: Int, bytes: Int = 4096) throws {
    var generator = SeededGenerator(seed: UInt64(offset + 1))
    let file = try Descriptor.open(sandbox.directory.path(name), O_WRONLY)
    defer { close(file) }
    let noise = generator.bytes(bytes...bytes)
    let written = noise.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) }
    try #require(written == bytes)
  }

  private func size(_ name: String = database) throws -> Int {
    try sandbox.directory.read(name).count
  }

  private func expectHealed(_ result: ToolResult) throws {
    result.expect(exit: 0).expect(says: "cities-sync: warning: ", "is damaged", "rebuilding it")
    #expect(result.records(as: .sync).first?["action"]?.string == "downloaded")
    #expect(try find().expect(exit: 0).lines.count == Self.count)
  }

  /// The server would respond with 304.
  @Test func rebuildSendsNoValidators() throws {
    let text = SampleCities.array(count: Self.count)
    let server = try LoopbackServer { request in
      request[header: "If-None-Match"] == nil
        ? .answer(ServedResponse(headers: ["ETag": "\"a\""], body: Array(text.utf8)))
        : .answer(ServedResponse(status: 304))
    }
    try sync(server.url("/c")).expect(exit: 0)
    let kept = try sync("--refresh", server.url("/c")).expect(exit: 0)
    #expect(kept.records(as: .sync).first?["action"]?.string == "not_modified")
    try damage(at: try size() / 3)

    try expectHealed(try sync("--refresh", server.url("/c")))
  }

  @Test func detectsAndRepairsDamageAtAnyOffset() throws {
    try sync(source).expect(exit: 0)
    let size = try size()

    for offset in stride(from: 0, to: size - 4096, by: size / 3) {
      try damage(at: offset)
      try find("town 1").expect(exit: 65).expect(
        says: "cities-find: hint: ", "cities-sync --refresh")
      try expectHealed(try sync(source))
    }
  }

  /// Like an error of the disk.
  @Test func refreshDetectsDamageWithUnchangedTime() throws {
    try sync(source).expect(exit: 0)
    let path = sandbox.directory.path(Self.database)
    var status = stat()
    try #require(stat(path, &status) == 0)
    try damage(at: try size() - 9000)
    utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)

    try expectHealed(try sync("--refresh", source))
  }

  @Test(arguments: [50, 100, 20_000])
  func rebuildsTruncatedDatabase(length: Int) throws {
    try sync(source).expect(exit: 0)
    truncate(sandbox.directory.path(Self.database), length)

    try find("town").expect(exit: 65)
    try expectHealed(try sync(source))
    // A file without a database header may be a file of the user.
    #expect(sandbox.directory.exists(Self.database + ".damaged") == (length < 100))
  }

  /// A sync replaces the file, but another program may change it.
  @Test func endsIfDatabaseBecomesShorterWhileInUse() throws {
    try sync(source).expect(exit: 0)
    let tool = try Tool("cities-find", in: sandbox).start(["--limit", "1"])
    tool.write("town 1\n")
    #expect(tool.readLine() != nil)
    truncate(sandbox.directory.path(Self.database), 0)
    tool.write("town 2\n")

    let result = try tool.finish()

    result.expect(exit: 71).expect(says: "cannot read a file that was changed while in use")
  }

  @Test func failsIfSourceIsUnavailableToo() throws {
    let server = try LoopbackServer([
      "/c": .sequence(.ok(json: SampleCities.array(count: 50)), .status(503))
    ])
    try sync(server.url("/c")).expect(exit: 0)
    try damage(at: try size() / 2)

    let result = try sync("--refresh", "--retry", "0", server.url("/c"))

    result.expect(exit: 22).expect(says: "is damaged")
    #expect(result.text == "")
  }

  // MARK: Generations

  private func grow(_ count: Int) throws {
    try sandbox.directory.write("cities.json", SampleCities.array(count: count))
  }

  @Test func damagedDatabaseDoesNotBecomeGeneration() throws {
    try sync(source).expect(exit: 0)
    try grow(Self.count + 1)
    try sync("--refresh", source).expect(exit: 0)
    try damage(at: try size() / 2)
    try grow(Self.count + 2)

    try sync("--refresh", source).expect(exit: 0).expect(says: "is damaged")
    try sync("--rollback").expect(exit: 0)

    #expect(try find().lines.count == Self.count)
  }
}
