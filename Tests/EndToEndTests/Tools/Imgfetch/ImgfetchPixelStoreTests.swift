import TestSupport
import Testing

/// Processed images in the store, and images that cannot be processed.
@Suite struct ImgfetchPixelStoreTests {
  private let tool: PixelTool

  init() throws { tool = try PixelTool() }

  private func sha256(_ bytes: [UInt8]) throws -> String {
    try tool.sandbox.write("sum", bytes)
    return String(try tool.sandbox.shell("sha256sum < sum").text.prefix(64))
  }

  @Test func recordDescribesResultAndOriginal() throws {
    let fixture = try PixelFixture("rgb.jpg")

    let record = try tool.record("rgb.jpg", ["--resize", "48", "--encode", "webp"])

    let bytes = try tool.bytes(record)
    #expect(record["format"]?.string == "webp" && record["bytes"]?.integer == bytes.count)
    #expect(try record["sha256"]?.string == sha256(bytes))
    let original = try #require(record["original"])
    #expect(original["format"]?.string == "jpeg")
    #expect(original["width"]?.integer == 96 && original["height"]?.integer == 64)
    #expect(original["bytes"]?.integer == fixture.bytes.count)
    #expect(try original["sha256"]?.string == sha256(fixture.bytes))
    #expect(tool.images.count == 1)
  }

  /// A second run takes everything from the store.
  @Test func storesSeveralSizesOfOneURL() throws {
    let runs = [
      [], ["--resize", "48"], ["--resize", "24"], ["--resize", "24", "--encode", "png"],
      ["--resize", "24", "--encode", "jpeg:50"],
    ]
    let cold = try runs.map { try tool.record("rgb.jpg", $0) }
    let requests = tool.server.requestCount
    #expect(Set(cold.compactMap { $0["path"]?.string }).count == runs.count)
    #expect(cold.map { $0["width"]?.integer } == [96, 48, 24, 24, 24])
    #expect(tool.images.count == runs.count)

    let warm = try runs.map { try tool.record("rgb.jpg", $0) }

    #expect(warm.allSatisfy { $0["source"]?.string == "storage" })
    #expect(tool.server.requestCount == requests)
    for field in ["path", "sha256", "width", "height", "bytes", "format", "original"] {
      #expect(zip(cold, warm).allSatisfy { $0[field] == $1[field] }, "\(field)")
    }
  }

  /// Its `sha256` is that of the result, which the download cannot have.
  @Test func acceptsRecordsOfProcessedImages() throws {
    let small = try tool.fetch(["rgb.jpg"], ["--resize", "24"]).expect(exit: 0)

    let large = try Tool("imgfetch", in: tool.sandbox).run(
      ["-o", "photos", "--retry", "0", "--resize", "48"], stdin: .lines(small.lines))

    #expect(large.expect(exit: 0).records(as: .image).first?["width"]?.integer == 48)
  }

  @Test func processesStoredOriginal() throws {
    try tool.fetch(["rgb.jpg"], []).expect(exit: 0)

    let record = try tool.record("rgb.jpg", ["--resize", "48", "--encode", "png"])

    #expect(record["source"]?.string == "storage" && record["width"]?.integer == 48)
    #expect(tool.images.count == 2 && tool.server.requestCount == 1)
  }

  @Test func processesImagesOfResponseRecords() throws {
    let pipe = "req | imgfetch --parse -o photos --resize 48 --encode png"
    let result = try tool.sandbox.shell(pipe, stdin: .lines([tool.url("rgb.jpg")]))

    let record = try #require(result.expect(exit: 0).records(as: .image).first)
    #expect(record["width"]?.integer == 48 && record["format"]?.string == "png")
    #expect(record["original"]?["format"]?.string == "jpeg")
  }

  /// A journal keeps results of different sizes apart.
  @Test func resumesOtherSize() throws {
    for side in [48, 24, 48] {
      let options = ["--resize", "\(side)", "--journal", "run.journal", "--resume"]
      #expect(try tool.record("rgb.jpg", options)["width"]?.integer == side)
    }
  }

  @Test func reportsFormatWithoutDecoder() throws {
    let result = try tool.fetch(
      ["rgb.avif", "rgb.jpg"], ["--resize", "48", "--encode", "jpeg"])

    let records = result.expect(exit: 1).records(as: .image)
    #expect(records.map(\.code) == ["unsupported_format", nil])
    #expect(records.first?.message?.contains("avif") == true)
    #expect(tool.images.count == 1)
  }

  /// A damaged image fails its line and leaves no file.
  @Test func reportsDamagedImages() throws {
    var bodies: [String: Script] = [:]
    for name in ["rgb.jpg", "rgb.png", "rgb.gif", "lossy.webp", "progressive.jpg", "rgb16.png"] {
      let bytes = try PixelFixture(name).bytes
      bodies["/\(name)"] = .ok(
        Array(bytes.prefix(bytes.count * 3 / 4)), type: "application/octet-stream")
    }
    let routes = bodies
    let server = try LoopbackServer(routes)
    let damaged = routes.keys.sorted().map { server.url($0) } + [tool.url("damaged.png")]

    let result = try Tool("imgfetch", in: tool.sandbox).run(
      ["-o", "photos", "--resize", "24", "--encode", "jpeg", "--retry", "0"],
      stdin: .lines(damaged + [tool.url("rgb.jpg")]))

    let records = result.expect(exit: 1).records(as: .image)
    let codes = records.map { $0.code ?? "" }
    #expect(codes == [String](repeating: "damaged_image", count: damaged.count) + [""])
    #expect(records.dropLast().allSatisfy { $0["error"]?["retryable"]?.boolean == false })
    #expect(server.requestCount == routes.count && tool.images.count == 1)
  }

  @Test func verifiesAndReindexesProcessedImages() throws {
    let options = ["--resize", "48", "--encode", "png"]
    try tool.fetch(["rgb.jpg", "grey.png", "animated.gif"], options).expect(exit: 0)

    try Tool("imgfetch", in: tool.sandbox)("-o", "photos", "--verify-store").expect(exit: 0)
    try Tool("imgfetch", in: tool.sandbox)("-o", "photos", "--reindex").expect(exit: 0)

    let again = try tool.record("rgb.jpg", options)
    #expect(again["source"]?.string == "storage" && again["original"]?["width"]?.integer == 96)
  }
}
