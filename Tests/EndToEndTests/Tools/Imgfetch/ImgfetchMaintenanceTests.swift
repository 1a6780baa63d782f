import Glibc
import TestSupport
import Testing

/// Operations on the whole store, and its index.
@Suite struct ImgfetchMaintenanceTests: ImgfetchSuite {
  let sandbox: Sandbox
  private let server: LoopbackServer
  private static let gif = SampleImage.gif(width: 9, height: 4)

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { request in
      request.path.hasSuffix(".gif")
        ? .ok(Self.gif, type: "image/gif") : .ok(Self.png, type: "image/png")
    }
  }

  /// Stores images in this order and returns their paths.
  private func store(_ names: String...) throws -> [String] {
    var paths: [String] = []
    for name in names {
      let result = try fetch("--layout", "domain", server.url(name)).expect(exit: 0)
      paths += result.records(as: .image).compactMap { $0["path"]?.string }
    }
    try #require(paths.count == names.count)
    return paths
  }

  private func last(_ result: ToolResult) throws -> Record {
    try #require(parsedLines(result).last)
  }

  private func remove(_ name: String) { unlink(sandbox.directory.path("work/\(name)")) }

  private func removeIndex() throws {
    try sandbox.shell("rm photos/.wireline-index.sqlite*").expect(exit: 0)
  }

  private var images: [String] {
    sandbox.files.filter { $0.hasSuffix(".png") || $0.hasSuffix(".gif") }
      .map { String($0.dropFirst("work/".count)) }
  }

  /// The error records of a verification are input that repairs the store.
  @Test func refreshRepairsVerifiedDamage() throws {
    let paths = try store("/a", "/b", "/c.gif", "/d.gif")
    var flipped = Self.png
    flipped[Self.png.count - 20] ^= 1
    try sandbox.write(paths[0], flipped)
    try sandbox.write(paths[2], Array(Self.gif.dropLast(3)))
    remove(paths[3])

    let result = try fetch("--verify-store").expect(exit: 1)

    let found = try parsedLines(result)
    #expect(found.map(\.code) == ["damaged_image", "damaged_image", "not_found", nil])
    let urls = ["/a", "/c.gif", "/d.gif"].map { server.url($0) }
    #expect(found.compactMap { $0["url"]?.string } == urls)
    #expect(found.last?["images"]?.integer == 4 && found.last?["damaged"]?.integer == 2)
    #expect(found.last?["missing"]?.integer == 1)
    let errors = result.lines.filter { $0.contains(#""error""#) }
    let repaired = try fetch(
      "--layout", "domain", "--retry-errors", "--refresh", stdin: .lines(errors)
    ).expect(exit: 0).records(as: .image)
    #expect(repaired.compactMap { $0["path"]?.string } == [paths[0], paths[2], paths[3]])
    let verified = try parsedLines(fetch("--verify-store").expect(exit: 0))
    #expect(verified.count == 1 && verified.first?["damaged"]?.integer == 0)
    #expect(try sandbox.read(paths[0]) == Self.png && server.requestCount == 7)
  }

  private static let damages: [(layout: String, content: [UInt8], isVerified: Bool)] = [
    ("domain", [], false), ("flat", Array(png.dropLast(13)), true),
  ]

  /// Lookups ignore these files; without an entry, nothing would count them.
  @Test(arguments: damages.indices)
  func removesDamagedImage(index: Int) throws {
    let (layout, content, isVerified) = Self.damages[index]
    let stored = try fetch("--layout", layout, server.url("/a")).expect(exit: 0)
    let path = try #require(stored.records(as: .image).first?["path"]?.string)
    try sandbox.write(path, content)
    if isVerified { try fetch("--verify-store").expect(exit: 1) }

    let record = try last(fetch("--remove", server.url("/a")).expect(exit: 0))

    #expect(record["action"]?.string == "removed" && record["path"]?.string == path)
    #expect(record["bytes"]?.integer == content.count && images.isEmpty)
    #expect(try last(fetch("--verify-store").expect(exit: 0))["images"]?.integer == 0)
  }

  /// An image that cannot be removed is kept in the index.
  @Test func keepsEntryIfRemovalFails() throws {
    let paths = try store("/a")
    try sandbox.shell("rm \(paths[0]) && mkdir \(paths[0])").expect(exit: 0)

    try fetch("--remove", server.url("/a")).expect(exit: 23).expect(says: "cannot remove", paths[0])

    #expect(try last(fetch("--verify-store").expect(exit: 1))["images"]?.integer == 1)
  }

  @Test(arguments: [true, false])
  func clearingKeepsForeignFiles(hasIndex: Bool) throws {
    _ = try store("/a", "/b", "/c.gif")
    let foreign = ["photos/notes.txt", "photos/mine.png", "photos/127.0.0.1/holiday.gif"]
    for name in foreign { try sandbox.write(name, "mine") }
    if !hasIndex { try removeIndex() }

    let cleared = try last(fetch("--clear").expect(exit: 0))

    #expect(cleared["action"]?.string == "cleared" && cleared["images"]?.integer == 3)
    #expect(cleared["failed"]?.integer == 0)
    #expect(images == ["photos/127.0.0.1/holiday.gif", "photos/mine.png"])
    #expect(sandbox.exists("photos/notes.txt"))
    #expect(try last(fetch("--status"))["images"]?.integer == 0)
  }

  /// Recovers what the files contain, and reports the rest.
  @Test func rebuildsIndex() throws {
    let paths = try store("/a", "/b", "/c.gif")
    try removeIndex()
    remove(paths[1])

    let record = try last(fetch("--reindex").expect(exit: 0))

    #expect(record["action"]?.string == "reindexed" && record["images"]?.integer == 2)
    #expect(record["without_url"]?.integer == 2)
    let missing = record["not_recovered"]?.elements.compactMap(\.string) ?? []
    #expect(Set(missing).isSuperset(of: ["url", "etag"]))
    // Found by the index, as the layout differs.
    let again = try fetch(server.url("/a"), server.url("/c.gif")).expect(exit: 0)
    let sources = again.records(as: .image).map { $0["source"]?.string }
    #expect(sources == ["storage", "storage"] && server.requestCount == 3)
    try fetch("--verify-store").expect(exit: 0)
  }

  @Test func keepsUnreadableImages() throws {
    _ = try store("/a")
    try sandbox.shell("chmod 0 photos/127.0.0.1").expect(exit: 0)
    defer { _ = try? sandbox.shell("chmod 700 photos/127.0.0.1") }

    let result = try sandbox.shell("\(Self.asUser) imgfetch -o photos --verify-store")

    #expect(try parsedLines(result.expect(exit: 1)).map(\.code) == ["read", nil])
    _ = try sandbox.shell("chmod 700 photos/127.0.0.1")
    let again = try sandbox.shell("\(Self.asUser) imgfetch -o photos --verify-store")
    #expect(try parsedLines(again.expect(exit: 0)).count == 1)
  }
}
