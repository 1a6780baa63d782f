import TestSupport
import Testing

/// Images that the rules accept and reject.
@Suite struct ImgfetchRuleTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--retry", "0"]

  init() throws { sandbox = try Sandbox() }

  @Test func rejectsByEachRule() throws {
    let server = try LoopbackServer([
      "/a": .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
    ])
    for (options, reason) in [
      (["--max-pixels", "34"], "more than --max-pixels 34"), (["--min-side", "6"], "--min-side 6"),
      (["--max-aspect", "4:3"], "7 × 5"), (["--max-aspect", "1.3"], "--max-aspect 1.3"),
    ] {
      let rejected = try fetch(options + [server.url("/a")]).expect(exit: 65)
      #expect(rejected.records(as: .image).first?.message?.contains(reason) == true)
    }
  }

  /// The rules apply to downloaded and to stored images.
  @Test(
    arguments: [
      (["--max-pixels", "5x6"], "more than --max-pixels 30"),
      (["--allow", "jpeg"], "png is not in --allow"),
    ] as [([String], String)])
  func rejectsStoredImage(options: [String], reason: String) throws {
    let server = try LoopbackServer([
      "/a": .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
    ])
    // The rules apply to the image before it is processed.
    let variants = [[], ["--resize", "3"], ["--resize", "2"]]
    for variant in variants { try fetch(variant + [server.url("/a")]).expect(exit: 0) }
    let (count, files) = (server.requestCount, sandbox.files)

    for variant in variants {
      let rejected = try fetch(options + variant + [server.url("/a")]).expect(exit: 65)

      let record = try #require(rejected.records(as: .image).first)
      #expect(record.code == "image_rejected" && record.message?.contains(reason) == true)
    }
    // It is kept.
    for variant in variants { try fetch(variant + [server.url("/a")]).expect(exit: 0) }
    #expect(server.requestCount == count && sandbox.files == files)
  }

  @Test func imageAboveDefaultLimitNamesOption() throws {
    let server = try LoopbackServer([
      "/a": .ok(SampleImage.jpegHeader(width: 12_000, height: 9_000), type: "image/jpeg")
    ])

    let result = try fetch(["--resize", "64", server.url("/a")]).expect(exit: 65)

    result.expect(
      says: "12000×9000 pixels, more than 100000000; --max-pixels 108M permits them")
    try fetch(["--resize", "64", "--max-pixels", "108M", server.url("/a")]).expect(exit: 65)
      .expect(says: "damaged image")
  }

  /// The connection is closed before the rest of a large image.
  @Test func rejectsByFirstBytes() throws {
    let large = SampleImage.png(width: 3000, height: 2) + [UInt8](repeating: 0, count: 8 << 20)
    let server = try LoopbackServer([
      "/a": .ok(large, type: "image/png").dripping(bytes: 4096, every: .milliseconds(20))
    ])

    let result = try fetch(["--max-pixels", "1000", server.url("/a")]).expect(exit: 65)

    #expect(result.records(as: .image).first?.code == "image_rejected")
    #expect(server.waitForDisconnection())
  }

  @Test func respectsRobotsIfEnabled() throws {
    let tags = ["noai", "noindex, NOIMAGEAI", "bot: noai", "all"]
    let server = try LoopbackServer { request in
      .answer(
        ServedResponse(
          headers: [
            "Content-Type": "image/png",
            "X-Robots-Tag": tags[Int(request.path.dropFirst()) ?? 0],
          ], body: SampleImage.png(width: 7, height: 5)))
    }
    let urls = tags.indices.map { server.url("/\($0)") }

    let records = try fetch(["--respect-robots"] + urls).expect(exit: 1).records(as: .image)
    try fetch(["--respect-robots", urls[0]]).expect(exit: 22)
    try fetch(urls).expect(exit: 0)

    #expect(records.map(\.code) == ["robots", "robots", "robots", nil])
  }

  /// All headers are complete, but not the following data.
  @Test(arguments: [false, true])
  func validatesStructureToTheEnd(isLarge: Bool) throws {
    let png = SampleImage.png(width: isLarge ? 400 : 7, height: isLarge ? 300 : 5)
    var flipped = png
    flipped[png.count - 20] ^= 1
    let server = try LoopbackServer([
      "/whole": .ok(png, type: "image/png"),
      "/cut": .ok(Array(png.dropLast(12)), type: "image/png"),
      "/flipped": .ok(flipped, type: "image/png"),
    ])
    let urls = ["/whole", "/cut", "/flipped"].map { server.url($0) }

    let header = try fetch(["--output-dir", "others", "--validate", "header"] + urls)
    #expect(header.expect(exit: 0).records(as: .image).count == 3)
    for options in [[], ["--validate", "structure"]] {
      let records = try fetch(options + urls).expect(exit: 1).records(as: .image)
      #expect(records.map(\.code) == [nil, "damaged_image", "damaged_image"])
      #expect(records[1].message?.contains("IEND") == true)
      #expect(records[2].message?.contains("CRC") == true)
    }
  }

  /// Only PNG, JPEG, GIF and WebP are validated completely.
  @Test func flagsUncheckedStructure() throws {
    let avif = try PixelFixture("rgb.avif").bytes
    // A directory with a width of 7 and a height of 5, without strips.
    let tiff: [UInt8] =
      Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0] + [0, 1, 3, 0, 1, 0, 0, 0, 7, 0, 0, 0]
      + [1, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0] + [0, 0, 0, 0]
    let server = try LoopbackServer([
      "/tiff": .ok(tiff, type: "image/tiff"),
      "/avif": .ok(avif, type: "image/avif"),
      "/cut": .ok(Array(avif.dropLast(12)), type: "image/avif"),
    ])
    let urls = ["/tiff", "/avif", "/cut"].map { server.url($0) }

    let records = try fetch(urls).expect(exit: 1).records(as: .image)
    try fetch(["--verify-store"]).expect(exit: 0)

    #expect(records.map(\.code) == [nil, nil, "damaged_image"])
    let flags = records.prefix(2).map { $0["flags"]?.elements.compactMap(\.string) }
    #expect(flags == [["structure_unchecked"], ["structure_unchecked"]])
  }

  @Test func flagsImplausibleSize() throws {
    let server = try LoopbackServer([
      "/a.jpg": .ok(SampleImage.jpegHeader(width: 65_535, height: 65_535), type: "image/jpeg")
    ])

    let record = try #require(try fetch([server.url("/a.jpg")]).records(as: .image).first)

    #expect(record["flags"]?.text.contains("implausible_size") == true)
  }
}
