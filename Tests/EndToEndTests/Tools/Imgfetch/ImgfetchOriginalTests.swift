import Glibc
import TestSupport
import Testing

/// Runs that process stored originals, and runs that cannot.
@Suite struct ImgfetchOriginalTests {
  private let tool: PixelTool
  private static let options = ["--resize", "48", "--encode", "png"]

  init() throws { tool = try PixelTool() }

  private func action(_ options: String...) throws -> String? {
    let result = try tool.fetch(["rgb.jpg"], options + ["--dry-run"]).expect(exit: 0)
    return try result.lines.first.map(Record.init)?["action"]?.string
  }

  /// The result is better than an error: the original cannot be fetched either.
  @Test func offlineUsesResultWithoutOriginal() throws {
    try tool.fetch(["rgb.jpg"], Self.options).expect(exit: 0)

    let record = try tool.record("rgb.jpg", Self.options + ["--keep-original", "--offline"])

    #expect(record["source"]?.string == "storage" && tool.server.requestCount == 1)
  }

  @Test func planNamesRequestsAndProcessing() throws {
    #expect(try action("--resize", "48") == "fetch")
    try tool.fetch(["rgb.jpg"], ["--resize", "48"]).expect(exit: 0)
    #expect(try action("--resize", "48") == "none")
    #expect(try action("--resize", "48", "--refresh") == "revalidate")
    #expect(try action("--resize", "48", "--keep-original") == "fetch")
    #expect(try action("--resize", "24") == "fetch")
    try tool.fetch(["rgb.jpg"], ["--resize", "48", "--keep-original"]).expect(exit: 0)
    #expect(try action("--resize", "48", "--keep-original") == "none")
    #expect(try action("--resize", "24") == "process")
    #expect(try action("--resize", "24", "--refresh") == "fetch")
  }

  /// The file has its length, so that only decoding detects the damage.
  @Test func fetchesDamagedOriginalAgain() throws {
    let original = try tool.record("rgb.jpg", [])
    let path = try #require(original["path"]?.string)
    let damaged = [UInt8](repeating: 7, count: try tool.bytes(original).count)
    try tool.sandbox.write(path, damaged)

    let offline = try tool.fetch(["rgb.jpg"], Self.options + ["--offline"]).expect(exit: 1)
    #expect(offline.records(as: .image).first?.code == "damaged_image")
    let record = try tool.record("rgb.jpg", Self.options)

    #expect(record["source"]?.string == "network" && record["width"]?.integer == 48)
    #expect(tool.server.requestCount == 2)
    // The original is marked as damaged.
    #expect(try tool.record("rgb.jpg", [])["source"]?.string == "network")
  }

  /// An image that one run stored unprocessed is not a result of a run that does not accept it.
  @Test func rejectsUnprocessedImageOfEarlierRun() throws {
    try tool.fetch(["rgb.avif"], Self.options + ["--encode-unsupported", "keep"]).expect(exit: 0)

    let result = try tool.fetch(["rgb.avif"], Self.options).expect(exit: 1)

    #expect(result.records(as: .image).first?.code == "unsupported_format")
    #expect(tool.server.requestCount == 1)
    let kept = try tool.record("rgb.avif", Self.options + ["--encode-unsupported", "keep"])
    #expect(kept["source"]?.string == "storage")
  }
}

/// Originals of servers with other images than `PixelTool` has.
@Suite struct ImgfetchOtherOriginalTests {
  private let sandbox: Sandbox
  private static let options = ["--resize", "48", "--encode", "png"]

  init() throws { sandbox = try Sandbox() }

  /// The original is too large for memory and for the store.
  @Test func processesOriginalThatTheStoreRemoves() throws {
    let large = try PixelFixture("rgb.jpg").bytes + [UInt8](repeating: 0, count: 3 << 20)
    let server = try LoopbackServer { _ in .ok(large, type: "image/jpeg") }

    let result = try Tool("imgfetch", in: sandbox).run(
      ["-o", "photos", "--keep-original", "--max-store", "1M"] + Self.options,
      stdin: .lines((1...8).map { server.url("/\($0)") }))

    let records = result.expect(exit: 0).records(as: .image)
    #expect(records.count == 8 && records.allSatisfy { $0["width"]?.integer == 48 })
    #expect(!sandbox.files.contains { $0.hasSuffix(".tmp") })
  }

  /// The original is renewed together with its result, so it does not expire earlier.
  @Test func revalidationRenewsOriginal() throws {
    let bytes = try PixelFixture("rgb.jpg").bytes
    let server = try LoopbackServer { request in
      request[header: "If-None-Match"] == nil
        ? .answer(ServedResponse(headers: ["ETag": "\"v1\""], body: bytes)) : .status(304)
    }
    let source = { (seconds: Int, options: [String]) in
      let result = try Tool("imgfetch", in: sandbox).run(
        ["-o", "photos", "--keep-original", "--expire-after", "10s"] + Self.options + options
          + [server.url("/a")], environment: ["WIRELINE_NOW": "\(1_800_000_000 + seconds)"])
      return result.expect(exit: 0).records(as: .image).first?["source"]?.string
    }
    #expect(try source(0, []) == "network")
    #expect(try source(8, ["--refresh"]) == "revalidated")

    #expect(try source(12, []) == "storage")
    #expect(server.requestCount == 2)
  }
}
