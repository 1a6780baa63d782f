import TestSupport
import Testing

/// The geometry and the encoding of processed images. The original has 96x64 pixels.
@Suite struct ImgfetchPixelTests {
  private let tool: PixelTool

  init() throws { tool = try PixelTool() }

  /// `PixelPlanTests` have all modes.
  private static let modes: [(options: [String], width: Int, height: Int)] = [
    (["--resize", "48x48"], 48, 32),
    (["--resize", "48x48", "--resize-mode", "fill"], 48, 48),
    (["--resize", "30x48", "--resize-mode", "scale"], 30, 48),
    (["--resize", "192"], 96, 64), (["--resize", "192", "--upscale"], 192, 128),
    (["--aspect", "16:9"], 96, 54), (["--crop", "16,16,64,32", "--resize", "32"], 32, 16),
  ]

  @Test(arguments: modes)
  func resizesAndCrops(options: [String], width: Int, height: Int) throws {
    let record = try tool.record("rgb.png", options + ["--encode", "png"])

    let image = try DecodedPNG(tool.bytes(record))
    #expect(image.width == width && image.height == height)
    #expect(record["width"]?.integer == width && record["height"]?.integer == height)
    let colours = PixelFixture.quadrants(of: image)
    #expect(PixelFixture.areClose(colours, PixelFixture.colours), "\(colours)")
  }

  /// The crop refers to the upright image.
  @Test func cropsAfterOrientation() throws {
    let image = try tool.png("orientation-6.jpg", "--crop", "48,0,48,32")

    #expect(PixelFixture.areClose([image.rgb(24, 16)], [PixelFixture.colours[1]]))
  }

  @Test func padsWithWhite() throws {
    let image = try tool.png("rgb.png", "--resize", "48x48", "--resize-mode", "pad")

    #expect(image.width == 48 && image.height == 48)
    let bars = [image.rgb(24, 2), image.rgb(24, 45)]
    #expect(bars == [[255, 255, 255], [255, 255, 255]])
    let inside = [image.rgb(12, 14), image.rgb(36, 14), image.rgb(12, 34), image.rgb(36, 34)]
    #expect(PixelFixture.areClose(inside, PixelFixture.colours), "\(inside)")
  }

  @Test func circleIsTransparentOutside() throws {
    let image = try tool.png("rgb.png", "--circle", "--resize", "40")

    #expect(image.width == 40 && image.height == 40)
    #expect([(0, 0), (39, 0), (0, 39), (39, 39)].allSatisfy { image.alpha($0.0, $0.1) == 0 })
    #expect([(20, 1), (1, 20), (20, 20), (38, 20)].allSatisfy { image.alpha($0.0, $0.1) == 255 })
  }

  @Test func roundsCorners() throws {
    let image = try tool.png("rgb.png", "--round", "8")

    #expect([(0, 0), (95, 0), (0, 63), (95, 63)].allSatisfy { image.alpha($0.0, $0.1) == 0 })
    #expect([(9, 0), (0, 9), (48, 32), (95, 50)].allSatisfy { image.alpha($0.0, $0.1) == 255 })
    // The edge of a corner is smooth.
    let edge = (0..<8).map { image.alpha($0, 7 - $0) }
    #expect((0..<8).contains { x in (0..<8).contains { (1..<255).contains(image.alpha(x, $0)) } })
    #expect(edge.contains(255), "\(edge)")
  }

  /// JPEG does not have an alpha channel: transparent parts become white.
  @Test func jpegOfTransparentImageHasWhiteBackground() throws {
    let record = try tool.record("rgba.png", ["--encode", "jpeg:95"])

    let colours = try PixelFixture.quadrants(of: tool.decoded(record))
    #expect(record["format"]?.string == "jpeg")
    let expected = Array(PixelFixture.colours.prefix(3)) + [[255, 255, 255]]
    #expect(PixelFixture.areClose(colours, expected), "\(colours)")
  }

  private static let encodings: [(name: String, encoding: String, format: String)] = [
    ("rgb.png", "jpeg", "jpeg"), ("rgb.png", "jpeg:95", "jpeg"), ("rgb.jpg", "png", "png"),
    ("rgb.jpg", "webp", "webp"), ("rgba.png", "webp:90", "webp"), ("rgb.jpg", "keep", "jpeg"),
    ("rgb.png", "keep", "png"), ("lossy.webp", "keep", "webp"), ("rgb.gif", "keep", "png"),
    ("rgb.jpg", "adaptive", "png"),
  ]

  @Test(arguments: encodings)
  func encodesInRequestedFormat(name: String, encoding: String, format: String) throws {
    let record = try tool.record(name, ["--resize", "50", "--encode", encoding])

    let bytes = try tool.bytes(record)
    #expect(record["format"]?.string == format)
    #expect(record["media_type"]?.string == "image/\(format)")
    #expect(record["bytes"]?.integer == bytes.count)
    let suffix = format == "jpeg" ? ".jpg" : ".\(format)"
    #expect(record["path"]?.string?.hasSuffix(suffix) == true)
    if format != "png" {
      // The last quadrant of rgba.png is transparent, and has any colour.
      let colours = try PixelFixture.quadrants(of: tool.decoded(record)).prefix(3)
      let expected = PixelFixture.colours.prefix(3)
      #expect(
        PixelFixture.areClose(Array(colours), Array(expected), tolerance: 10), "\(colours)")
    }
  }

  @Test func adaptiveEncodesLargeImagesAsJPEG() throws {
    let noise = SampleImage.noise(width: 1200, height: 900)
    let server = try LoopbackServer(["/noise": .ok(noise, type: "image/png")])

    let records = try Tool("imgfetch", in: tool.sandbox)(
      "-o", "photos", "--encode", "adaptive", server.url("/noise"), tool.url("rgb.jpg")
    ).expect(exit: 0).records(as: .image)

    #expect(records.map { $0["format"]?.string } == ["jpeg", "png"])
  }
}
