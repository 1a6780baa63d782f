import TestSupport
import Testing

/// Variants of the formats: colours, orientation, transparency, profiles and metadata.
@Suite struct ImgfetchPixelFormatTests {
  private let tool: PixelTool

  init() throws { tool = try PixelTool() }

  private static let coloured =
    [
      "rgb.jpg", "rgb-444.jpg", "progressive.jpg", "cmyk.jpg", "ycck.jpg", "rgb.png", "palette.png",
      "rgb16.png", "interlaced.png", "animated.png", "rgb.gif", "interlaced.gif", "animated.gif",
      "lossy.webp", "animated.webp",
    ] + (1...8).map { "orientation-\($0).jpg" }

  @Test(arguments: [[], ["--resize", "24"]])
  func colorsAreRightAndImagesAreUpright(options: [String]) throws {
    let side = options.isEmpty ? (96, 64) : (24, 16)

    let records = try tool.fetch(Self.coloured, options + ["--encode", "png"]).expect(exit: 0)
      .records(as: .image)

    #expect(records.count == Self.coloured.count)
    for (name, record) in zip(Self.coloured, records) {
      let image = try DecodedPNG(tool.bytes(record))
      #expect((image.width, image.height) == side, "\(name)")
      let colours = PixelFixture.quadrants(of: image)
      #expect(PixelFixture.areClose(colours, PixelFixture.colours), "\(name) \(colours)")
      #expect(PixelFixture.quadrantAlphas(of: image) == [255, 255, 255, 255], "\(name)")
    }
  }

  @Test(arguments: [[], ["--resize", "24"]])
  func greyStaysGrey(options: [String]) throws {
    let names = ["grey.jpg", "grey.png", "grey16.png"]
    let records = try tool.fetch(names, options + ["--encode", "png"]).expect(exit: 0)
      .records(as: .image)

    #expect(records.count == 3)
    for record in records {
      let greys = try PixelFixture.quadrants(of: DecodedPNG(tool.bytes(record)))
      #expect(PixelFixture.areClose(greys, PixelFixture.greys, tolerance: 3), "\(greys)")
    }
  }

  /// The last quadrant is transparent; its colour is undefined.
  @Test(arguments: ["96", "24"])
  func transparencyIsKept(side: String) throws {
    let names = [
      "rgba.png", "palette-alpha.png", "grey-alpha.png", "transparent.gif", "lossless-alpha.webp",
    ]
    let records = try tool.fetch(names, ["--resize", side, "--encode", "png"]).expect(exit: 0)
      .records(as: .image)
    #expect(records.count == names.count)
    for (name, record) in zip(names, records) {
      let image = try DecodedPNG(tool.bytes(record))
      #expect(PixelFixture.quadrantAlphas(of: image) == [255, 255, 255, 0])
      let expected = name.hasPrefix("grey") ? PixelFixture.greys : PixelFixture.colours
      let colours = PixelFixture.quadrants(of: image)
      #expect(
        PixelFixture.areClose(Array(colours.prefix(3)), Array(expected.prefix(3))), "\(colours)")
    }
  }

  /// The first frame is complete, and other decoders display it.
  @Test(arguments: ["\0;", "", "junk"])
  func processesGIFWithInvalidEnd(end: String) throws {
    let bytes = try PixelFixture("rgb.gif").bytes.dropLast() + Array(end.utf8)

    let colours = try PixelFixture.quadrants(of: tool.png(of: Array(bytes)))

    #expect(PixelFixture.areClose(colours, PixelFixture.colours), "\(colours)")
  }

  /// Like other decoders.
  @Test func firstFrameEnlargesScreenOfGIF() throws {
    var gif = SampleImage.gif(width: 9, height: 7)
    (gif[6], gif[8]) = (4, 3)

    let image = try tool.png(of: gif)

    #expect(image.width == 9 && image.height == 7)
  }

  @Test func rejectsEmptyFrameOfGIF() throws {
    var gif = SampleImage.gif(width: 9, height: 7)
    gif[24] = 0
    try tool.sandbox.write("served/a.gif", gif)

    let result = try tool.fetch(["a.gif"], ["--resize", "8", "--validate", "none"])

    #expect(result.records(as: .image).map(\.code) == ["damaged_image"])
  }

  @Test(arguments: [[], ["--resize", "8"], ["--resize", "8", "--validate", "none"]])
  func rejectsCodeSizeOfGIF(options: [String]) throws {
    var gif = SampleImage.gif(width: 9, height: 7)
    gif[29] = 11
    try tool.sandbox.write("served/a.gif", gif)

    let record = try tool.fetch(["a.gif"], options).records(as: .image).first

    #expect(record?.code == "damaged_image")
    #expect(record?.message?.contains("invalid LZW code size") == true, "\(record as Any)")
  }

  /// Colours of transparent pixels do not leak into the edge.
  @Test func scalesAlphaWithoutFringe() throws {
    let image = try tool.png("rgba.png", "--resize", "22")

    let edge = (0..<22).map { (image.rgb($0, 12), image.alpha($0, 12)) }
    for (colour, alpha) in edge where alpha > 64 {
      #expect(PixelFixture.areClose([colour], [PixelFixture.colours[2]], tolerance: 24), "\(edge)")
    }
  }

  @Test func flagsFirstFrameOfAnimation() throws {
    let records = try tool.fetch(
      ["animated.gif", "animated.webp", "rgb.gif", "lossy.webp"],
      ["--resize", "24", "--encode", "png"]
    ).expect(exit: 0).records(as: .image)

    let areFlagged = records.map { record in
      record["flags"]?.elements.contains { $0.string == "first_frame" } ?? false
    }
    #expect(areFlagged == [true, true, false, false])
  }

  @Test(arguments: ["display-p3.jpg", "display-p3.png", "display-p3.webp", "adobe-rgb.jpg"])
  func keepsColorProfile(name: String) throws {
    let image = try tool.png(name, "--resize", "24")

    #expect(image.chunks.contains("iCCP"))
    let colours = PixelFixture.quadrants(of: image)
    #expect(PixelFixture.areClose(colours, PixelFixture.colours), "\(colours)")
    for (encoding, sign) in [("jpeg", "ICC_PROFILE"), ("webp", "ICCP")] {
      let record = try tool.record(name, ["--resize", "24", "--encode", encoding])
      let bytes = try tool.bytes(record)
      #expect(Self.contains(bytes, sign), "\(encoding)")
    }
  }

  /// Profiles of 1 MB and, in PNG, of 5 MB, which is above libpng's limit.
  @Test func omitsLargeProfile() throws {
    var profile = [UInt8](repeating: 0, count: 17 * 65_000)
    profile.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    var jpeg = try PixelFixture("rgb.jpg").bytes
    for part in (0..<17).reversed() {
      let start: [UInt8] = [0xFF, 0xE2, 0xFD, 0xF8] + Array("ICC_PROFILE\0".utf8)
      let piece = profile[(part * 65_000)...].prefix(65_000)
      jpeg.insert(contentsOf: start + [UInt8(part + 1), 17] + piece, at: 2)
    }
    let pngs = try [profile.count, 5 << 20].map { count in
      let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
      profile.replaceSubrange(0..<4, with: size)
      profile += [UInt8](repeating: 0, count: count - profile.count)
      var png = try PixelFixture("rgb.png").bytes
      png.insert(
        contentsOf: SampleImage.chunk("iCCP", Array("x\0\0".utf8) + Gzip.zlib(profile)),
        at: 33)
      return png
    }
    for image in [jpeg] + pngs {
      try tool.sandbox.write("served/a", image)

      let record = try tool.record("a", ["--resize", "24", "--refresh"])

      #expect(record["flags"]?.elements.map(\.string) == ["profile_omitted"])
      #expect(try tool.bytes(record).count < 10_000)
    }
  }

  @Test(arguments: ["rgb.jpg", "rgb.png", "rgb.gif"])
  func processesDamagedImageIfNotValidated(name: String) throws {
    try tool.sandbox.write("served/cut", Array(PixelFixture(name).bytes.dropLast(40)))
    let options = ["--encode", "png", "--validate", "none"]

    let records = try (0..<2).map { _ in try tool.record("cut", options) }

    for record in records { #expect(record["flags"]?.elements.map(\.string) == ["damaged"]) }
    #expect(records.map { $0["source"]?.string } == ["network", "storage"])
    let colours = try PixelFixture.quadrants(of: DecodedPNG(tool.bytes(records[0])))
    #expect(PixelFixture.areClose(Array(colours.prefix(2)), Array(PixelFixture.colours.prefix(2))))
    let refused = try tool.fetch(["cut"], ["--encode", "png", "--refresh"])
    #expect(refused.records(as: .image).first?.code == "damaged_image")
  }

  /// libpng refuses a profile of another length, and warns of an unknown rendering intent.
  @Test(arguments: [(offset: 2, isKept: false), (offset: 67, isKept: true)])
  func convertsImageWithInvalidProfileToPNG(offset: Int, isKept: Bool) throws {
    var bytes = try PixelFixture("display-p3.jpg").bytes
    let signature = bytes.indices.first { bytes[$0...].starts(with: Array("acsp".utf8)) }
    let profile = try #require(signature) - 36
    bytes[profile + offset] = 0x7F

    let image = try tool.png(of: bytes)

    #expect(image.chunks.contains("iCCP") == isKept)
    let colours = PixelFixture.quadrants(of: image)
    #expect(PixelFixture.areClose(colours, PixelFixture.colours), "\(colours)")
  }

  /// An image with an orientation needs a change, even if the field follows 360 KB of pixels.
  @Test(arguments: [[], ["--validate", "none"]])
  func keepsFilesThatNeedNoChange(options: [String]) throws {
    let plain = SampleImage.noise(width: 700, height: 500)
    // TIFF with one entry: orientation 6, a quarter turn.
    let exif: [UInt8] =
      Array("II*\0\u{8}\0\0\0\u{1}\0".utf8) + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    var turned = plain
    turned.insert(contentsOf: SampleImage.chunk("eXIf", exif), at: plain.count - 12)
    try tool.sandbox.write("served/plain", plain)
    try tool.sandbox.write("served/turned", turned)
    let options = ["--resize", "700", "--encode", "png", "--skip-reencode"] + options

    let records = try tool.fetch(["plain", "turned"], options).expect(exit: 0)
      .records(as: .image)

    #expect(records.map { $0["width"]?.integer } == [700, 500])
    #expect(records.map { $0["original"] == nil } == [true, false])
    #expect(try tool.bytes(records[0]) == plain)
  }

  @Test(arguments: ["jpeg", "png", "webp"])
  func dropsMetadata(encoding: String) throws {
    let options = ["--resize", "48", "--encode", encoding]
    let bytes = try tool.bytes(tool.record("metadata.jpg", options))

    #expect(!Self.contains(bytes, "secret") && !Self.contains(bytes, "Wireline camera"))
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let pattern = Array(text.utf8)
    return bytes.indices.contains { start in bytes[start...].starts(with: pattern) }
  }
}
