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

  @Test func planNamesRequestsAndProcessing() throws {
    #expect(try action("--resize", "48") == "fetch")
    try tool.fetch(["rgb.jpg"], ["--resize", "48"]).expect(exit: 0)
    #expect(try action("--resize", "48") == "none")
    #expect(try action("--resize", "48", "--refresh") == "revalidate")
    #expect(try action("--resize", "24") == "fetch")
    try tool.fetch(["rgb.jpg"], []).expect(exit: 0)
    #expect(try action("--resize", "48") == "none")
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
