import Glibc
import TestSupport
import Testing

/// Downloads of `imgfetch`: one record per line, one request per URL.
@Suite struct ImgfetchTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func sha256(_ text: String) throws -> String {
    let result = try Tool(path: "/usr/bin/sha256sum", in: sandbox)(stdin: .text(text))
    return String(result.text.prefix(64))
  }

  @Test func storesImageUnderHashedPath() throws {
    let server = try LoopbackServer(["/a.jpg": Self.picture])
    let url = server.url("/a.jpg")

    let result = try fetch(url).expect(exit: 0).expectSilence()

    let record = try #require(result.records(as: .image).first)
    let hash = try sha256(url)
    #expect(record["path"]?.string == "photos/\(hash.prefix(2))/\(hash).png")
    #expect(try sandbox.read(record["path"]?.string ?? "") == Self.png)
    #expect(record["url"]?.string == url)
    #expect(record["source"]?.string == "network")
    #expect(record["status"]?.integer == 200)
    #expect(record["format"]?.string == "png")
    #expect(record["media_type"]?.string == "image/png")
    #expect(record["width"]?.integer == 7 && record["height"]?.integer == 5)
    #expect(record["bytes"]?.integer == Self.png.count)
    let sum = try sandbox.shell("sha256sum photos/*/*")
    #expect(record["sha256"]?.string == String(sum.text.prefix(64)))
  }

  /// Several processes with one list send one request per URL, and print the same properties.
  @Test(arguments: [[], ["--resize", "4"]])
  func processesFetchEachURLOnce(options: [String]) throws {
    let server = try LoopbackServer { _ in Self.picture.after(.milliseconds(5)) }
    let lines = (1...200).map { server.url("/\($0)") }

    let tools = try (0..<3).map { _ in
      try Tool("imgfetch", in: sandbox).start(
        ["--output-dir", "photos"] + options, stdin: .lines(lines))
    }
    let results = try tools.map { try $0.wait().expect(exit: 0) }

    #expect(server.requestCount == 200)
    for result in results { #expect(result.records(as: .image).count == 200) }
    let records = results.flatMap { $0.records(as: .image) }
    #expect(records.allSatisfy { ($0["original"] == nil) == options.isEmpty })
    let sources = records.map { $0["source"]?.string ?? "" }
    #expect(sources.count { $0 == "network" } == 200)
    #expect(Set(sources).isSubset(of: ["network", "joined", "storage"]))
  }

  /// The kernel releases the lock of a killed process.
  @Test func otherProcessFetchesAfterKill() throws {
    let gate = try Gate()
    let server = try LoopbackServer(["/a": .sequence(Self.picture.behind(gate), Self.picture)])
    let first = try Tool("imgfetch", in: sandbox).start(
      ["--output-dir", "photos", server.url("/a")], stdin: .empty)
    #expect(server.waitForRequests(1))
    let second = try Tool("imgfetch", in: sandbox).start(
      ["--output-dir", "photos", server.url("/a")], stdin: .empty)
    #expect(second.waitUntilOpen(".wireline-lock"))
    first.send(SIGKILL)

    let record = try #require(try second.wait().expect(exit: 0).records(as: .image).first)

    #expect(record["source"]?.string == "network" && server.requestCount == 2)
    gate.open()
    _ = try? first.wait()
  }
}
