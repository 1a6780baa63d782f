import Testing

@testable import WirelineCore
@testable import WirelineImages

/// The issues that each validator reports. `PNGChunksTests` tests PNG.
@Suite struct StructureIssueTests {
  private typealias Sample = StructureSample
  private struct Case: Sendable {
    let validator: any StructureValidator
    let bytes: [UInt8]
    /// Nil for unusual images that are valid.
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
      GIFBlocks(), screen + Sample.gifFrame.prefix(16) + [12], "invalid LZW code size"),
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

  private static let items = MediaBoxes(.imageItems)
  private static let data = Sample.box("mdat", Sample.zeros(12))
  private static let boxes: [Case] = [
    Case(items, Sample.box("meta", Sample.zeros(4)), "does not begin with an ftyp box"),
    Case(items, Sample.fileType + data, "ends before its meta box"),
    Case(items, Sample.fileType + Sample.meta(offset: 0, length: 0), "ends before its data"),
    Case(items, Sample.fileType + Sample.zeros(8), "expected a box"),
    Case(
      items, Sample.fileType + [0, 0, 0, 7] + Sample.text("mdat"), "expected a box"),
    Case(
      items, Sample.fileType + Sample.big(1, 4) + Sample.text("mdat") + Sample.big(15, 8),
      "invalid box size"),
    Case(
      items, Sample.fileType + Sample.big(1, 4) + Sample.text("mdat") + Sample.big(-1, 8),
      "invalid box size"),
    Case(
      items,
      Sample.fileType
        + Sample.box("meta", Sample.zeros(4) + Sample.big(9, 4) + Sample.text("hdlr")),
      "the hdlr box is longer than its parent"),
    Case(
      items,
      Sample.fileType + Sample.box("meta", Sample.zeros(4) + Sample.box("iloc", Sample.zeros(7)))
        + data,
      "the iloc box is too short"),
    Case(
      items, Sample.fileType + Sample.meta(base: 100, offset: 50, length: 9) + data,
      "ends at byte 130, but its items end at byte 159"),
    Case(
      items, Sample.fileType + Sample.meta(offset: 9, length: 9) + data.dropLast(),
      "ends inside the mdat box"),
    // The data of a small image may be in the meta box, or extend to the end of the file.
    Case(
      items, Sample.fileType + Sample.box("meta", Sample.zeros(4) + Sample.box("idat", [1])), nil),
    Case(
      items,
      Sample.fileType + Sample.meta(offset: 9, length: 9) + Sample.zeros(3) + [0]
        + Sample.text("mdat"), nil),
    Case(items, Sample.fileType + Sample.box("moov", [1]) + data, nil),
    // Bytes at the end of the meta box that are too short for a box.
    Case(
      items,
      Sample.fileType + Sample.box("meta", Sample.zeros(4) + Sample.box("pitm", []) + [1, 2, 3])
        + data, nil),
    Case(
      MediaBoxes(.jpeg2000),
      Sample.codestream(lastTilePartIsOpen: true).dropLast(2) + [0xFF, 0xFF, 0xD9],
      nil),
    Case(MediaBoxes(.jpeg2000), Sample.fileType, "missing signature box"),
    Case(
      MediaBoxes(.jpeg2000),
      Sample.jpeg2000.prefix(32) + Sample.box("jp2h", []) + Sample.box("jp2c", Sample.zeros(8)),
      "expected a codestream"),
    Case(
      MediaBoxes(.jpegXL), Sample.jpegXLStart + Sample.box("jxlp", Sample.zeros(4)),
      "ends before the end of its codestream"),
    Case(MediaBoxes(.jpegXL), [0xFF, 0x0A] + Sample.zeros(30), nil),
  ]

  private static func svg(_ text: String, _ reason: String?) -> Case {
    Case(SVGElements(), Sample.text(text), reason)
  }

  private static func netpbm(_ text: String, _ reason: String?) -> Case {
    Case(NetpbmRaster(), Sample.text(text), reason)
  }

  private static func tiff(_ entries: [[UInt8]], next: Int = 0) -> [UInt8] {
    Sample.text("MM") + Sample.big(42, 2) + Sample.big(8, 4) + Sample.big(entries.count, 2)
      + entries.joined() + Sample.big(next, 4)
  }

  private static let iconHead = Array(Sample.ico.prefix(6))

  private static let others: [Case] = [
    svg("<svg><svg></svg>", "missing end of the svg element"),
    svg("<svg a='</svg>'", "missing end of the svg element"),
    svg("<svg a='  />", "missing end of the svg element"),
    svg("</svg>", "end tag before the svg element"),
    svg("<?xml version='1.0'?><html><svg/></html>", "the root element is not svg"),
    svg("\u{FEFF}<svg a='>'/>\n<!-- made by hand -->\n", nil),
    netpbm("P9 1 1", "missing Netpbm signature"),
    netpbm("P5 0 1 255\n", "invalid number in the header"),
    netpbm("P5 99999999999 99999999999 255\n", "invalid image size in the header"),
    netpbm("P6 2 2 255\n12345678901", "ends inside the raster"),
    netpbm("P4 9 1\n1", "ends inside the raster"),
    netpbm("P2 2 2 9\n1 2 3", "2 samples missing"),
    netpbm("P7\nWIDTH 1\nENDHDR\n", "missing size in the header"),
    netpbm("P7\nCOLOUR 1\nENDHDR\n", "unknown word in the header"),
    netpbm("Pf 1 1 -1.0\n1234", nil),
    netpbm("P3 1 1 9\n1 # one\n 2 3\n", nil),
    Case(BMPFile(), Sample.bmp.dropLast(), "has 77 of 78 bytes"),
    Case(BMPFile(), Sample.bmp.prefix(20), "ends inside the header"),
    Case(
      BMPFile(), Sample.text("BM") + Sample.zeros(16),
      "invalid length of the information header"),
    Case(
      TIFFDirectories(), Sample.text("II") + Sample.little(43, 2) + Sample.little(4, 4),
      "missing TIFF signature"),
    Case(
      TIFFDirectories(), Sample.text("II") + Sample.little(42, 2) + Sample.zeros(4),
      "missing directory"),
    Case(
      TIFFDirectories(), Sample.text("II") + Sample.little(42, 2) + Sample.little(3, 4),
      "directory inside the header"),
    Case(
      TIFFDirectories(), Sample.text("II") + Sample.little(42, 2) + Sample.little(900, 4),
      "ends before a directory"),
    Case(
      TIFFDirectories(), Sample.tiff.dropLast(),
      "ends at byte 96, but its image data ends at byte 97"),
    Case(
      TIFFDirectories(), tiff([Sample.entry(700, 1, 90, 30)]),
      "ends at byte 26, but its image data ends at byte 120"),
    Case(
      TIFFDirectories(), Sample.scatteredTIFF, nil),
    // An unknown type, and a directory before the current position.
    Case(TIFFDirectories(), tiff([Sample.entry(700, 99, 90, 30)]), nil),
    Case(TIFFDirectories(), tiff([Sample.entry(256, 4, 1, 5)], next: 8), nil),
    Case(IconDirectory(), Sample.zeros(6), "missing icon directory"),
    Case(
      IconDirectory(),
      iconHead + Sample.zeros(8) + Sample.little(9, 4) + Sample.little(37, 4),
      "invalid location of image 1"),
    Case(IconDirectory(), Sample.ico.dropLast(), "ends at byte 57, but its images end at byte 58"),
    Case(
      IconDirectory(), Sample.ico.prefix(6) + Sample.zeros(16),
      "invalid location of image 1"),
    Case(
      PhotoshopSections(), Sample.psd.dropLast(), "ends at byte 60, but its image ends at byte 61"),
    Case(
      PhotoshopSections(), Sample.text("8BPS") + Sample.zeros(22),
      "invalid values in the header"),
  ]

  private static let all = photographs + animations + pictures + boxes + others

  @Test(arguments: all.indices)
  func reportsIssue(index: Int) {
    let example = Self.all[index]

    #expect(Sample.validate(example.bytes, by: example.validator).issue?.reason == example.reason)
  }
}
