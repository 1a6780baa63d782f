import Testing

@testable import WirelineCore
@testable import WirelineImages

/// A small valid image, written by hand.
struct StructureSample: Sendable, CustomTestStringConvertible {
  let name: String
  let validator: any StructureValidator
  let bytes: [UInt8]
  var frames = 1
  /// Whether the validator detects bytes after the end.
  var hasKnownEnd = true

  var testDescription: String { name }

  /// Validates `bytes` in chunks that end at `cuts`.
  static func validate(
    _ bytes: [UInt8], by validator: any StructureValidator, cuts: [Int] = []
  ) -> (issue: ImageStructure.Issue?, structure: ImageStructure) {
    var structure = ImageStructure(validator)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in cuts + [bytes.count] {
        structure.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    let issue = structure.finish()
    return (issue, structure)
  }

  static let all: [StructureSample] = [
    StructureSample(name: "PNG", validator: PNGChunks(), bytes: png),
    StructureSample(name: "APNG", validator: PNGChunks(), bytes: animatedPNG, frames: 2),
    StructureSample(
      name: "PNG with ignored errors", validator: PNGChunks(isStrict: false), bytes: flawedPNG),
    StructureSample(name: "JPEG", validator: JPEGSegments(), bytes: jpeg),
    StructureSample(name: "GIF", validator: GIFBlocks(), bytes: gif, frames: 2),
    StructureSample(name: "WebP", validator: WebPChunks(), bytes: webp),
    StructureSample(name: "animated WebP", validator: WebPChunks(), bytes: animatedWebP, frames: 2),
    StructureSample(name: "AVIF", validator: MediaBoxes(.imageItems), bytes: avif),
    StructureSample(name: "JPEG 2000", validator: MediaBoxes(.jpeg2000), bytes: jpeg2000),
    StructureSample(
      name: "J2K", validator: MediaBoxes(.jpeg2000), bytes: codestream(lastTilePartIsOpen: false)),
    StructureSample(name: "JPEG XL", validator: MediaBoxes(.jpegXL), bytes: jpegXL),
    StructureSample(name: "BMP", validator: BMPFile(), bytes: bmp),
    StructureSample(name: "packed BMP", validator: BMPFile(), bytes: packedBMP),
    StructureSample(name: "BMP with a profile", validator: BMPFile(), bytes: profileBMP),
    StructureSample(name: "OS/2 BMP", validator: BMPFile(), bytes: coreBMP),
    StructureSample(
      name: "TIFF", validator: TIFFDirectories(), bytes: tiff, frames: 2, hasKnownEnd: false),
    StructureSample(
      name: "TIFF with its counts first", validator: TIFFDirectories(), bytes: countsFirstTIFF,
      hasKnownEnd: false),
    StructureSample(
      name: "BigTIFF", validator: TIFFDirectories(), bytes: bigTIFF, hasKnownEnd: false),
    StructureSample(name: "ICO", validator: IconDirectory(), bytes: ico),
    StructureSample(name: "PSD", validator: PhotoshopSections(), bytes: psd),
    StructureSample(name: "PSB", validator: PhotoshopSections(), bytes: psb),
    StructureSample(name: "raw PSD", validator: PhotoshopSections(), bytes: rawPSD),
    StructureSample(
      name: "PGM", validator: NetpbmRaster(), bytes: text("P5\n# a b\n3 2 65535\n") + zeros(12)),
    StructureSample(
      name: "PAM", validator: NetpbmRaster(),
      bytes: text("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n")
        + zeros(8)),
    StructureSample(
      name: "plain PBM", validator: NetpbmRaster(), bytes: text("P1 3 2\n010 1 1#x\n1")),
    StructureSample(name: "SVG", validator: SVGElements(), bytes: text(svg)),
  ]
}

/// The images, and the parts that they consist of.
extension StructureSample {
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  // MARK: PNG

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    var crc = CRC32()
    (text(type) + data).withUnsafeBytes { crc.update($0) }
    return big(data.count, 4) + text(type) + data + big(Int(crc.value), 4)
  }

  /// A chunk with a wrong CRC.
  static func brokenChunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    var bytes = chunk(type, data)
    bytes[bytes.count - 1] ^= 1
    return bytes
  }

  static func imageHeader(depth: UInt8 = 8, colourType: UInt8 = 2) -> [UInt8] {
    chunk("IHDR", big(5, 4) + big(4, 4) + [depth, colourType, 0, 0, 0])
  }

  static let png =
    signature + imageHeader() + chunk("tEXt", text("a\u{0}b")) + chunk("IDAT", [1, 2, 3])
    + chunk("IDAT") + chunk("IDAT", zeros(40)) + chunk("IEND")

  static let flawedPNG: [UInt8] =
    signature + imageHeader(colourType: 0) + chunk("PLTE", [1, 2, 3])
    + brokenChunk("tEXt", text("a\u{0}b")) + chunk("IDAT", [1, 2, 3]) + chunk("IEND")

  static func frameControl(_ sequence: Int) -> [UInt8] {
    chunk("fcTL", big(sequence, 4) + zeros(22))
  }

  static let animatedPNG =
    signature + imageHeader() + chunk("acTL", big(2, 4) + big(0, 4)) + frameControl(0)
    + chunk("IDAT", [1]) + frameControl(1) + chunk("fdAT", big(2, 4) + [1]) + chunk("IEND")

  // MARK: JPEG

  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  static let frameHeader = segment(0xC0, [8] + big(8, 2) + big(8, 2) + [1, 1, 0x11, 0])
  static let scanHeader = segment(0xDA, [1, 1, 0, 0, 63, 0])
  static let jpeg: [UInt8] =
    [0xFF, 0xD8] + segment(0xE0, text("JFIF")) + frameHeader + segment(0xDD, [0, 2])
    + [0xFF] + segment(0xC4, zeros(20)) + scanHeader + [
      1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xD1, 4,
    ]
    + segment(0xFE, text("scan 2")) + scanHeader + [5, 0xFF, 0, 0xFF, 0xFF, 0xD9]

  // MARK: GIF

  static let gifFrame: [UInt8] =
    [0x2C] + zeros(4) + little(2, 2) + little(1, 2) + [0x80] + [9, 9, 9, 9, 9, 9] + [
      2, 3, 1, 2, 3, 1, 9, 0,
    ]
  static let gif: [UInt8] =
    text("GIF89a") + little(2, 2) + little(1, 2) + [0x81, 0, 0]
    + [UInt8](repeating: 0x3B, count: 12)
    + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + gifFrame + [0x21, 0xFE, 2, 0x3B, 0x2C, 0] + gifFrame + [0x3B]

  // MARK: WebP

  static func riff(_ chunks: [UInt8]) -> [UInt8] {
    text("RIFF") + little(chunks.count + 4, 4) + text("WEBP") + chunks
  }

  static func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    text(type) + little(data.count, 4) + data + zeros(data.count % 2)
  }

  static let lossless = riffChunk("VP8L", [0x2F, 1, 2, 3, 4, 5, 6])
  static let lossy = riffChunk("VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A, 1, 0, 1, 0, 7])
  static let extended = riffChunk("VP8X", zeros(10))
  static let webp = riff(lossless)
  static let animatedWebP = riff(
    extended + riffChunk("ANIM", zeros(6)) + riffChunk("ANMF", zeros(16) + lossless)
      + riffChunk("ANMF", zeros(16) + riffChunk("ALPH", [1]) + lossy) + riffChunk("EXIF", [1]))

  // MARK: ISO boxes

  static func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count + 8, 4) + text(type) + data
  }

  static func largeBox(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(1, 4) + text(type) + big(data.count + 16, 8) + data
  }

  static let fileType = box("ftyp", text("avif") + zeros(4) + text("mif1"))

  /// Version 1 with one item of one extent.
  static func itemLocations(base: Int = 0, offset: Int, length: Int) -> [UInt8] {
    box(
      "iloc",
      [1, 0, 0, 0, 0x44, 0x40] + big(1, 2) + big(1, 2) + big(0, 2) + big(0, 2) + big(base, 4)
        + big(1, 2) + big(offset, 4) + big(length, 4))
  }

  static func meta(base: Int = 0, offset: Int, length: Int) -> [UInt8] {
    box(
      "meta",
      zeros(4) + box("hdlr", zeros(20)) + itemLocations(base: base, offset: offset, length: length)
        + box("pitm", zeros(6)))
  }

  static let avif =
    fileType + meta(base: 100, offset: 34, length: 12) + box("free", [])
    + largeBox("mdat", zeros(12))

  static func codestream(lastTilePartIsOpen: Bool) -> [UInt8] {
    let data: [UInt8] = [0xFF, 0x93, 1, 0xFF, 0x80, 2]
    let length = lastTilePartIsOpen ? 0 : 12 + data.count
    return [0xFF, 0x4F, 0xFF, 0x51] + big(41, 2) + zeros(39) + [0xFF, 0x52] + big(12, 2) + zeros(10)
      + [0xFF, 0x90] + big(10, 2) + big(0, 2) + big(length, 4) + [0, 1] + data + [0xFF, 0xD9]
  }

  static let jpeg2000 =
    box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", text("jp2 ") + zeros(4) + text("jp2 "))
    + box("jp2h", zeros(22)) + box("jp2c", codestream(lastTilePartIsOpen: true))

  static let jpegXLStart =
    box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", text("jxl ") + zeros(4) + text("jxl "))
  static let jpegXL =
    jpegXLStart + box("jxlp", big(0, 4) + [1, 2]) + box("jxlp", big(0x8000_0001, 4) + [3])

  // MARK: Other formats

  /// - Parameters:
  ///   - headerBytes: the size of the information header.
  ///   - fields: its fields from the width on.
  static func bitmap(_ headerBytes: Int, _ fields: [UInt8], _ image: [UInt8]) -> [UInt8] {
    text("BM") + little(14 + headerBytes + image.count, 4) + zeros(4) + little(14 + headerBytes, 4)
      + little(headerBytes, 4) + fields + zeros(headerBytes - 4 - fields.count) + image
  }

  static let bmp = bitmap(
    40, little(3, 4) + little(-2, 4) + little(1, 2) + little(24, 2), zeros(24))
  static let packedBMP = bitmap(
    40, little(9, 4) + little(9, 4) + little(1, 2) + little(8, 2) + little(1, 4) + little(6, 4),
    zeros(6))
  static let profileBMP = bitmap(
    124,
    little(1, 4) + little(1, 4) + little(1, 2) + little(24, 2) + zeros(96) + little(128, 4)
      + little(5, 4), zeros(9))
  static let coreBMP = bitmap(
    12, little(3, 2) + little(2, 2) + little(1, 2) + little(4, 2), zeros(8))

  static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
    big(tag, 2) + big(type, 2) + big(count, 4) + big(value, 4)
  }

  /// A page whose lists of two strips follow it, and one with its strip inline.
  static let tiff: [UInt8] =
    text("MM") + big(42, 2) + big(8, 4)
    + big(2, 2) + entry(273, 4, 2, 38) + entry(279, 4, 2, 46) + big(54, 4)
    + big(84, 4) + big(90, 4) + big(6, 4) + big(4, 4)
    + big(2, 2) + entry(273, 4, 1, 94) + entry(279, 4, 1, 3) + big(0, 4)
    + zeros(13)

  /// A list of the first page follows the second page, too late to be read.
  static let scatteredTIFF: [UInt8] =
    text("MM") + big(42, 2) + big(8, 4)
    + big(2, 2) + entry(273, 4, 2, 76) + entry(279, 4, 2, 38) + big(46, 4)
    + big(6, 4) + big(4, 4)
    + big(2, 2) + entry(273, 4, 2, 84) + entry(279, 3, 3, 92) + big(0, 4)
    + big(100, 4) + big(200, 4) + big(98, 4) + big(99, 4) + [0, 1, 0, 9, 0, 7] + zeros(10)

  /// The byte counts precede the offsets.
  static let countsFirstTIFF: [UInt8] =
    text("MM") + big(42, 2) + big(8, 4)
    + big(2, 2) + entry(273, 4, 2, 46) + entry(279, 4, 2, 38) + big(0, 4)
    + big(6, 4) + big(4, 4) + big(54, 4) + big(60, 4) + zeros(10)

  static let bigTIFF: [UInt8] =
    text("II") + little(43, 2) + little(8, 2) + little(0, 2) + little(16, 8)
    + little(2, 8) + little(273, 2) + little(16, 2) + little(1, 8) + little(72, 8)
    + little(279, 2) + little(16, 2) + little(1, 8) + little(5, 8) + little(0, 8)
    + zeros(5)

  static let ico: [UInt8] =
    little(0, 2) + little(1, 2) + little(2, 2)
    + zeros(8) + little(10, 4) + little(48, 4) + zeros(8) + little(10, 4) + little(38, 4)
    + zeros(20)

  static func photoshop(version: Int, _ image: [UInt8]) -> [UInt8] {
    text("8BPS") + big(version, 2) + zeros(6) + big(1, 2) + big(2, 4) + big(7, 4) + big(8, 2)
      + big(1, 2) + big(2, 4) + zeros(2) + big(4, 4) + zeros(4)
      + big(6, version == 2 ? 8 : 4) + zeros(6) + image
  }

  /// Two rows of run lengths.
  static let psd = photoshop(version: 1, big(1, 2) + big(2, 2) + big(3, 2) + zeros(5))
  static let psb = photoshop(version: 2, big(1, 2) + big(2, 4) + big(3, 4) + zeros(5))
  static let rawPSD = photoshop(version: 1, big(0, 2) + zeros(14))

  static let svg = """
    <?xml version="1.0"?>
    <!DOCTYPE svg [ <!ENTITY a "x>y"> <!-- it's --> ]>
    <svg:svg xmlns:svg="a>b"><g/><!-- <g> --><g><![CDATA[</svg>]]></g></svg:svg>
    """
}
