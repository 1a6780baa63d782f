import Testing

@testable import WirelineCore
@testable import WirelineImages

/// The issues that each validator reports. `PNGChunksTests` tests PNG.
@Suite struct StructureIssueTests {
  private typealias Sample = StructureSample
  private struct Case: Sendable {
    let validator: any StructureValidator
    let bytes: [UInt8]
    /// The reason of the error; nil for unusual images that are valid.
    let reason: String?

    init(_ validator: any StructureValidator, _ bytes: some Sequence<UInt8>, _ reason: String?) {
      self.validator = validator
      self.bytes = Array(bytes)
      self.reason = reason
    }
  }

  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let end: [UInt8] = [0xFF, 0xD9]
  private static let restarts = Sample.segment(0xDD, [0, 1])

  private static func jpeg(_ bytes: [UInt8], _ reason: String?) -> Case {
    Case(JPEGSegments(), start + bytes, reason)
  }

  private static let photographs: [Case] = [
    Case(JPEGSegments(), [0xFF, 0xE0, 0, 2], "missing start-of-image marker"),
    jpeg(end, "no image data before the end-of-image marker"),
    jpeg(Sample.scanHeader, "image data before the frame header"),
    jpeg(Sample.frameHeader + Sample.frameHeader, "duplicate frame header"),
    jpeg(start, "second image before the end-of-image marker"),
    jpeg([0xFF, 0x30], "invalid marker FF30"),
    jpeg([0xFF, 0xE1, 0, 1], "invalid length of marker FFE1"),
    jpeg([0xFF, 0xC0, 0, 9], "invalid length of marker FFC0"),
    jpeg(
      Sample.segment(0xC0, [8, 0, 1, 0, 0, 1, 1, 0x11, 0]), "invalid frame header"),
    jpeg(
      Sample.frameHeader + Sample.segment(0xDA, [2, 1, 0, 0, 63, 0]),
      "invalid scan header"),
    jpeg(Sample.frameHeader + Sample.scanHeader + [1, 2], "missing end-of-image marker"),
    jpeg(
      Sample.frameHeader + Sample.scanHeader + [1, 2] + Sample.zeros(9),
      "missing end-of-image marker"),
    jpeg(Sample.frameHeader, "ends before the image data"),
    jpeg([0xFF, 0xE1, 0], "ends inside the segment of marker FFE1"),
    jpeg(
      restarts + Sample.frameHeader + Sample.scanHeader + [1, 0xFF, 0xD0, 2, 0xFF, 0xD2] + end,
      "missing restart markers"),
    // Without an interval they are not counted.
    jpeg(Sample.frameHeader + Sample.scanHeader + [1, 0xFF, 0xD3, 2] + end, nil),
    // Bytes before a marker are skipped, stuffed or not.
    jpeg(
      Sample.segment(0xE0, []) + [1, 2, 0xFF, 0, 3] + Sample.frameHeader + Sample.scanHeader + end,
      nil),
    jpeg([0xFF, 0, 0xFF, 0xFF] + Sample.frameHeader.dropFirst() + Sample.scanHeader + end, nil),
    // Fill bytes before a stuffed zero; each scan counts from 0.
    jpeg(Sample.frameHeader + Sample.scanHeader + [0xFF, 0xFF, 0, 1] + end, nil),
    jpeg(
      restarts + Sample.frameHeader + Sample.scanHeader + [1, 0xFF, 0xD0, 2] + Sample.scanHeader
        + [1, 0xFF, 0xD0, 2] + end, nil),
    // JPEG-LS: a byte below 0x80 after 0xFF is data.
    jpeg(
      Sample.segment(0xF7, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]) + Sample.scanHeader + [0xFF, 0x7F, 1]
        + end,
      nil),
    jpeg(
      Sample.frameHeader + Sample.scanHeader + [0xFF, 0x7F, 1] + end, "invalid marker FF7F"),
  ]

  private static let screen = Array(Sample.gif.prefix(25))
  private static let animations: [Case] = [
    Case(GIFBlocks(), Sample.text("JIF89a") + Sample.zeros(7), "missing GIF signature"),
    Case(GIFBlocks(), screen + [0x3B], "no image before the trailer"),
    Case(GIFBlocks(), screen + Sample.gifFrame + [0x47], "expected a block"),
    Case(GIFBlocks(), screen + Sample.gifFrame, "missing trailer"),
    Case(GIFBlocks(), screen + Sample.gifFrame.dropLast(), "ends inside the blocks of image 1"),
    Case(GIFBlocks(), screen + [0x2C] + Sample.zeros(9), "empty image"),
    Case(
      GIFBlocks(), screen + Sample.gifFrame.prefix(16) + [9], "invalid LZW code size"),
    Case(GIFBlocks(), screen + Sample.gifFrame + [0, 0, 0x3B], nil),
    // Decoders display the complete frames without the trailer.
    Case(GIFBlocks(isStrict: false), screen + Sample.gifFrame, nil),
    Case(GIFBlocks(isStrict: false), screen + Sample.gifFrame + [0x47, 0x2C, 9], nil),
    Case(GIFBlocks(isStrict: false), screen + [0x47], "expected a block"),
    Case(GIFBlocks(isStrict: false), screen, "missing trailer"),
    Case(
      GIFBlocks(isStrict: false), screen + Sample.gifFrame + Sample.gifFrame.dropLast(),
      "ends inside the blocks of image 2"),
  ]

  private static func webp(_ chunks: [UInt8], _ reason: String?) -> Case {
    Case(WebPChunks(), Sample.riff(chunks), reason)
  }

  private static let pictures: [Case] = [
    Case(WebPChunks(), Sample.text("RIFF....WAVE"), "missing WebP signature"),
    Case(WebPChunks(), Sample.webp.dropLast(4), "has 24 of 28 bytes"),
    webp(
      Sample.riffChunk("EXIF", [1]) + Sample.lossy,
      "does not begin with a VP8, VP8L or VP8X chunk"),
    webp(Sample.extended + Sample.riffChunk("EXIF", [1]), "no image data"),
    webp(Sample.extended + Sample.riffChunk("ANMF", Sample.zeros(16)), "frame 1 has no image data"),
    webp(Sample.riffChunk("VP8L", [0x2E, 0, 0, 0, 0]), "no image in the VP8L chunk"),
    webp(Sample.riffChunk("VP8 ", Sample.zeros(10)), "no image in the VP8 chunk"),
    webp(Sample.riffChunk("VP8 ", Sample.zeros(9)), "the VP8 chunk is too short"),
    webp(Sample.lossy + Sample.extended, "invalid VP8X chunk"),
    webp(
      Sample.lossless + Sample.text("EXIF") + Sample.little(9, 4) + [1],
      "the EXIF chunk is longer than its parent"),
    // The last chunk is not padded, or is followed by an extra byte.
    webp(Sample.lossless.dropLast(), nil),
    webp(Sample.lossless + [0], nil),
  ]

  private static func boxes(_ bytes: [UInt8], _ reason: String?) -> Case {
    Case(MediaBoxes(), Sample.fileType + bytes, reason)
  }

  private static let data = Sample.box("mdat", Sample.zeros(12))
  private static let media: [Case] = [
    Case(MediaBoxes(), Sample.meta, "does not begin with an ftyp box"),
    boxes(data, "ends before its meta box"),
    boxes(Sample.zeros(8), "expected a box"),
    boxes(Sample.meta + Sample.zeros(8), "expected a box"),
    boxes(Sample.meta + data + Sample.zeros(8), nil),
    boxes([0, 0, 0, 7] + Sample.text("mdat"), "expected a box"),
    boxes(Sample.big(1, 4) + Sample.text("mdat") + Sample.big(15, 8), "invalid box size"),
    boxes(Sample.big(1, 4) + Sample.text("mdat") + Sample.big(-1, 8), "ends inside the mdat box"),
    boxes(Sample.meta + Sample.big(1, 4) + Sample.text("mdat"), "ends inside the mdat box"),
    boxes(Sample.meta + data.dropLast(), "ends inside the mdat box"),
    boxes(Sample.meta + data.prefix(7), "ends inside a box header"),
    // The data of a small image may be in the meta box, or extend to the end of the file.
    boxes(Sample.meta, nil),
    boxes(Sample.meta + Sample.zeros(4) + Sample.text("mdat"), nil),
    boxes(Sample.box("moov", [1]) + data, nil),
  ]

  private static let all = photographs + animations + pictures + media

  @Test(arguments: all.indices)
  func reportsIssue(index: Int) {
    let example = Self.all[index]

    #expect(Sample.validate(example.bytes, by: example.validator).issue?.reason == example.reason)
  }
}
