import Glibc
import TestSupport
import Testing

/// The jobs on the store as a whole, and what becomes of its index.
@Suite struct ImgfetchUpkeepTests {
  private let sandbox: Sandbox
  private let server: LoopbackServer
  private static let png = SampleImage.png(width: 7, height: 5)
  private static let gif = SampleImage.gif(width: 9, height: 4)

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { request in
      request.path.hasSuffix(".gif")
        ? .ok(Self.gif, type: "image/gif") : .ok(Self.png, type: "image/png")
    }
  }

  private func run(_ arguments: String..., stdin: ToolInput = .empty) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(["--output-dir", "photos"] + arguments, stdin: stdin)
  }

  /// Stores some, in this order.
  private func store(_ names: String...) throws -> [String] {
    var paths: [String] = []
    for name in names {
      let result = try run("--layout", "domain", server.url(name)).expect(exit: 0)
      paths += result.records(as: .image).compactMap { $0["path"]?.string }
    }
    try #require(paths.count == names.count)
    return paths
  }

  /// The lines of a job: error records, and what was done in the last.
  private func lines(_ result: ToolResult) throws -> [Record] {
    try result.lines.map { line throws(StrictJSONError) in try Record(line) }
  }

  private func last(_ result: ToolResult) throws -> Record { try #require(lines(result).last) }

  private func remove(_ name: String) { unlink(sandbox.directory.path("work/\(name)")) }

  private func removeIndex() throws {
    try sandbox.shell("rm photos/.wireline-index.sqlite*").expect(exit: 0)
  }

  private var images: [String] {
    sandbox.files.filter { $0.hasSuffix(".png") || $0.hasSuffix(".gif") }
      .map { String($0.dropFirst("work/".count)) }
  }

  @Test func statusCountsByHostAndFormat() throws {
    _ = try store("/a", "/b", "/c.gif")

    let status = try last(run("--status").expect(exit: 0).expectSilence())

    let bytes = 2 * Self.png.count + Self.gif.count
    #expect(status["images"]?.integer == 3 && status["bytes"]?.integer == bytes)
    let host = status["hosts"]?[0]
    #expect(host?["host"]?.string == "127.0.0.1" && host?["images"]?.integer == 3)
    let formats = status["formats"]?.elements.map { [$0["format"]?.text, $0["images"]?.text] }
    #expect(Set(formats ?? []) == [[#""png""#, "2"], [#""gif""#, "1"]])
    #expect(server.requestCount == 3)
  }

  /// What is damaged is found, and mended when the records are fed back.
  @Test func verificationFindsWhatRefreshMends() throws {
    let paths = try store("/a", "/b", "/c.gif", "/d.gif")
    var flipped = Self.png
    flipped[Self.png.count - 20] ^= 1
    try sandbox.write(paths[0], flipped)
    try sandbox.write(paths[2], Array(Self.gif.dropLast(3)))
    remove(paths[3])

    let result = try run("--verify-store").expect(exit: 1)

    let found = try lines(result)
    #expect(found.map(\.code) == ["damaged_image", "damaged_image", "not_found", nil])
    let urls = ["/a", "/c.gif", "/d.gif"].map { server.url($0) }
    #expect(found.compactMap { $0["url"]?.string } == urls)
    #expect(found.last?["images"]?.integer == 4 && found.last?["damaged"]?.integer == 2)
    #expect(found.last?["missing"]?.integer == 1)
    let errors = result.lines.filter { $0.contains(#""error""#) }
    let mended = try run(
      "--layout", "domain", "--retry-errors", "--refresh", stdin: .lines(errors)
    ).expect(exit: 0).records(as: .image)
    #expect(mended.compactMap { $0["path"]?.string } == [paths[0], paths[2], paths[3]])
    let sound = try lines(run("--verify-store").expect(exit: 0))
    #expect(sound.count == 1 && sound.first?["damaged"]?.integer == 0)
    #expect(try sandbox.read(paths[0]) == Self.png && server.requestCount == 7)
  }

  @Test func removalTakesTheGivenURLs() throws {
    let paths = try store("/a", "/b")

    let result = try run("--remove", server.url("/a"), server.url("/none")).expect(exit: 1)

    let records = try lines(result)
    #expect(records.first?["action"]?.string == "removed")
    #expect(records.first?["path"]?.string == paths[0] && records.map(\.ref) == ["1", "2"])
    #expect(records.last?.code == "not_found" && images == [paths[1]])
    #expect(try last(run("--status"))["images"]?.integer == 1)
    try run(server.url("/a")).expect(exit: 0)
    #expect(server.requestCount == 3)
  }

  @Test(arguments: [true, false])
  func clearingLeavesOtherPeoplesFiles(hasIndex: Bool) throws {
    _ = try store("/a", "/b", "/c.gif")
    let foreign = ["photos/notes.txt", "photos/mine.png", "photos/127.0.0.1/holiday.gif"]
    for name in foreign { try sandbox.write(name, "mine") }
    if !hasIndex { try removeIndex() }

    let cleared = try last(run("--clear").expect(exit: 0))

    #expect(cleared["action"]?.string == "cleared" && cleared["images"]?.integer == 3)
    #expect(cleared["failed"]?.integer == 0)
    #expect(images == ["photos/127.0.0.1/holiday.gif", "photos/mine.png"])
    #expect(sandbox.exists("photos/notes.txt"))
    #expect(try last(run("--status"))["images"]?.integer == 0)
  }

  /// What the folder alone can tell is known again, and what it cannot is said.
  @Test func indexCanBeMadeAnew() throws {
    let paths = try store("/a", "/b", "/c.gif")
    try removeIndex()
    remove(paths[1])

    let record = try last(run("--reindex").expect(exit: 0))

    #expect(record["action"]?.string == "reindexed" && record["images"]?.integer == 2)
    #expect(record["without_url"]?.integer == 2)
    let untold = record["not_recovered"]?.elements.compactMap(\.string) ?? []
    #expect(Set(untold).isSuperset(of: ["url", "etag"]))
    // By the index only, since another layout would look elsewhere.
    let again = try run(server.url("/a"), server.url("/c.gif")).expect(exit: 0)
    let sources = again.records(as: .image).map { $0["source"]?.string }
    #expect(sources == ["storage", "storage"] && server.requestCount == 3)
    try run("--verify-store").expect(exit: 0)
  }

  /// Of an image in two layouts the one that is known stays so.
  @Test func anImageInTwoPlacesIsCountedOnce() throws {
    let paths = try store("/a")
    for folder in ["photos/aa", "photos/zz"] {
      try sandbox.shell("mkdir \(folder) && cp \(paths[0]) \(folder)").expect(exit: 0)
    }

    let record = try last(run("--reindex").expect(exit: 0))

    #expect(record["images"]?.integer == 1 && record["duplicates"]?.integer == 2)
    #expect(record["without_url"]?.integer == 0 && record["not_recovered"] == nil)
    #expect(record["bytes"]?.integer == Self.png.count)
    let status = try last(run("--status"))
    #expect(status["images"]?.integer == 1)
    #expect(status["hosts"]?[0]?["host"]?.string == "127.0.0.1")
  }

  @Test(arguments: ["--clear", "--reindex"])
  func whatKilledProcessesLeftIsRemoved(job: String) throws {
    _ = try store("/a")
    let left = "photos/127.0.0.1/.x.wireline-4194305-1.tmp"
    try sandbox.write(left, "x")
    try run(job).expect(exit: 0)
    #expect(!sandbox.exists(left))
  }

  /// To root everything may be read and removed.
  private static let asSomebody =
    geteuid() == 0
    ? "chown -R 65534 .. && setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

  @Test func whatMayNotBeReadIsNotGone() throws {
    _ = try store("/a")
    try sandbox.shell("chmod 0 photos/127.0.0.1").expect(exit: 0)
    defer { _ = try? sandbox.shell("chmod 700 photos/127.0.0.1") }

    let result = try sandbox.shell("\(Self.asSomebody) imgfetch -o photos --verify-store")

    #expect(try lines(result.expect(exit: 1)).map(\.code) == ["read", nil])
    _ = try sandbox.shell("chmod 700 photos/127.0.0.1")
    let again = try sandbox.shell("\(Self.asSomebody) imgfetch -o photos --verify-store")
    #expect(try lines(again.expect(exit: 0)).count == 1)
  }

  @Test func whyAFileCannotBeRemovedIsTold() throws {
    _ = try store("/a")
    try sandbox.shell("chmod 500 photos/127.0.0.1").expect(exit: 0)
    defer { _ = try? sandbox.shell("chmod 700 photos/127.0.0.1") }

    let result = try sandbox.shell("\(Self.asSomebody) imgfetch -o photos --clear")

    result.expect(exit: 1).expect(says: "cannot remove", "127.0.0.1", "permission denied")
  }

  @Test(arguments: ["--verify-store", "--reindex"])
  func readingAllTellsHowFarItIs(job: String) throws {
    _ = try store("/a", "/b")
    let result = try run(job, "--progress", "json").expect(exit: 0)
    let event = try #require(result.messageLines.last { $0.contains("\"progress\"") })
    #expect(event.contains("\"done\":2"))
  }

  @Test(arguments: ["garbage", "SQLite format 3\0 and then nothing"])
  func indexThatIsNoneIsPutAside(content: String) throws {
    let paths = try store("/a")
    let noise = Array(content.utf8) + (0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }
    try removeIndex()
    try sandbox.write("photos/.wireline-index.sqlite", noise)

    let record = try #require(
      run("--layout", "domain", server.url("/a")).expect(exit: 0).records(as: .image).first)

    #expect(record["source"]?.string == "storage" && record["path"]?.string == paths[0])
    #expect(try sandbox.read("photos/.wireline-index.sqlite.damaged-1") == noise)
    #expect(try last(run("--status").expect(exit: 0))["images"]?.integer == 1)
    #expect(server.requestCount == 1)
  }

  @Test(
    arguments: [
      ["--status", "--clear"], ["--status", "http://127.0.0.1:1/"], ["--clear", "--build"],
      ["--verify-store", "--dry-run"], ["--reindex", "--parse"], ["--status", "--input", "x"],
    ])
  func jobsStandAlone(options: [String]) throws {
    _ = try store("/a")
    try Tool("imgfetch", in: sandbox).run(["--output-dir", "photos"] + options).expect(exit: 2)
    #expect(images.count == 1)
  }
}
