import Glibc
import TestSupport
import Testing

/// Limits of the store, and a store that cannot be written.
@Suite struct ImgfetchLimitTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// - Parameter seconds: the time of the run, after the first.
  private func fetch(_ arguments: String..., after seconds: Int = 0) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos"] + arguments, environment: Self.clock(after: seconds))
  }

  private static let start = 1_800_000_000

  private static func clock(after seconds: Int) -> [String: String] {
    ["WIRELINE_NOW": "\(start + seconds)"]
  }

  private func paths(_ result: ToolResult) -> [String] {
    result.expect(exit: 0).records(as: .image).compactMap { $0["path"]?.string }
  }

  @Test func removesLeastRecentlyUsedImages() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let urls = ["/a", "/b", "/c"].map { server.url($0) }
    var stored: [String] = []
    for url in urls { stored += try paths(fetch(url)) }
    try #require(stored.count == 3 && images == stored.sorted())
    try fetch("--refresh", urls[0], after: 1).expect(exit: 0)

    let limit = String(2 * Self.png.count)
    let result = try fetch("--max-store", limit, urls[2], after: 1).expect(exit: 0)

    #expect(result.records(as: .image).first?["source"]?.string == "storage")
    #expect(images == [stored[0], stored[2]].sorted())
    // Images stored in this run count, too.
    let new = try #require(paths(fetch("--max-store", limit, server.url("/d"), after: 1)).first)
    #expect(images.count == 2 && images.contains(new))
  }

  /// An old image is better than none.
  @Test(arguments: [["--retry", "0", "--proxy", "http://127.0.0.1:9"], ["--offline"]])
  func keepsOldImageIfFetchFails(options: [String]) throws {
    let server = try LoopbackServer { _ in Self.picture }
    let stored = try paths(fetch(server.url("/a"), server.url("/b")))

    _ = try Tool("imgfetch", in: sandbox).run(
      ["-o", "photos", "--expire-after", "1s"] + options + [server.url("/a")],
      environment: Self.clock(after: 2)
    ).expect(exit: 7)

    #expect(images == (options == ["--offline"] ? stored.sorted() : [stored[0]]))
  }

  @Test func usesReadOnlyStore() throws {
    let server = try LoopbackServer { _ in Self.picture }
    try fetch(server.url("/a")).expect(exit: 0)
    defer { _ = try? sandbox.shell("chmod -R u+w photos") }

    let script = "chmod -R a-w photos && \(Self.asUser) imgfetch --output-dir photos"
    let known = try sandbox.shell("\(script) \(server.url("/a"))", environment: Sandbox.uncounted)
      .expect(exit: 0)
    let new = try sandbox.shell("\(script) \(server.url("/b"))", environment: Sandbox.uncounted)
      .expect(exit: 23)

    let status = try sandbox.shell("\(script) --status", environment: Sandbox.uncounted).expect(
      exit: 0)

    #expect(known.expectSilence().records(as: .image).first?["source"]?.string == "storage")
    #expect(known.records(as: .image).first?["sha256"] != nil, "the index is read")
    #expect(status.text.contains(#""images":1"#))
    #expect(new.records(as: .image).first?.code == "write")
    #expect(images.count == 1)
  }

  /// The directory is not writable, but its file system is. Neither the index nor the image can be
  /// created, for one reason.
  @Test func reportsUnwritableDirectoryOnce() throws {
    let server = try LoopbackServer { _ in Self.picture }
    defer { _ = try? sandbox.shell("chmod u+w photos") }

    let result = try sandbox.shell(
      "mkdir photos && chmod 555 photos && \(Self.asUser) imgfetch --output-dir photos "
        + server.url("/a"), environment: Sandbox.uncounted)

    let messages = result.expect(exit: 23).expect(says: "permission denied").messages
    #expect(messages.split(separator: "\n").count == 1, "\(messages)")
  }
}
