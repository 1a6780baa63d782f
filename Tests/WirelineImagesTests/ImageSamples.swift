import Testing

@testable import WirelineCore
@testable import WirelineImages

/// The beginnings of small images, written by hand from the formats' specifications.
enum ImageSamples: ImageParts {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let format: ImageFormat
    let bytes: [UInt8]
    let width: Int?
    let height: Int?
    var frames: Int?
    var orientation: Int?

    var testDescription: String { name }
  }

  static let all: [Sample] = jpeg + png + gif + webp + bitmaps + tiff + icons + boxed + svg

  // MARK: formats

  private static let frame: [UInt8] = [8] + big16(256) + big16(512) + [1, 1, 0x11, 0]

  static let jpeg: [Sample] = [
    Sample(
      name: "JPEG, progressive, a frame marker within a comment", format: .jpeg,
      bytes: [0xFF, 0xD8] + segment(0xFE, [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1]) + [0xFF]
        + segment(0xC2, frame), width: 512, height: 256),
    Sample(
      name: "JPEG, EXIF, bytes between segments, a second frame", format: .jpeg,
      bytes: [0xFF, 0xD8] + segment(0xE1, text("Exif\0\0") + exif(6)) + [0, 0x12]
        + segment(0xC0, frame) + segment(0xC1, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        + segment(0xDA, zeros(6)), width: 512, height: 256, orientation: 6),
    Sample(
      name: "JPEG, XMP and an impossible orientation", format: .jpeg,
      bytes: [0xFF, 0xD8] + segment(0xE1, text("http://ns.adobe.com/xap/1.0/\0"))
        + segment(0xE1, text("Exif\0\0") + exif(9)) + segment(0xC0, frame),
      width: 512, height: 256),
  ]

  private static let pngStart =
    [0x89] + text("PNG\r\n") + [0x1A, 0x0A]
    + chunk("IHDR", big32(300) + big32(2) + [8, 2, 0, 0, 0])

  static let png: [Sample] = [
    Sample(
      name: "PNG", format: .png, bytes: pngStart + chunk("IDAT", [1]) + chunk("IEND", []),
      width: 300, height: 2),
    Sample(
      name: "APNG with eXIf behind the pixels", format: .png,
      bytes: pngStart + chunk("acTL", big32(7) + big32(0)) + chunk("IDAT", [1])
        + chunk("eXIf", exif(3)) + chunk("IEND", []),
      width: 300, height: 2, frames: 7, orientation: 3),
    Sample(
      name: "PNG with acTL behind the pixels", format: .png,
      bytes: pngStart + chunk("IDAT", [1]) + chunk("acTL", big32(7) + big32(0)), width: 300,
      height: 2),
  ]

  private static let gifFrame: [UInt8] =
    [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 9, 0, 4, 0, 0x80] + zeros(6)
    + [2, 2, 0x4C, 1, 0]

  static let gif: [Sample] = [
    Sample(
      name: "GIF, three frames", format: .gif,
      bytes: text("GIF89a") + [9, 0, 4, 1, 0x80, 0, 0] + zeros(6) + gifFrame + gifFrame + [0]
        + gifFrame + [0x3B], width: 9, height: 260, frames: 3),
    Sample(
      name: "GIF without its end", format: .gif,
      bytes: text("GIF87a") + [9, 0, 4, 0, 0, 0, 0] + gifFrame + gifFrame, width: 9, height: 4),
    Sample(
      name: "GIF whose screen has no size", format: .gif,
      bytes: text("GIF89a") + [0, 0, 0, 0, 0, 0, 0] + gifFrame + [0x3B], width: 9, height: 4),
    Sample(
      name: "GIF whose first frame exceeds its screen", format: .gif,
      bytes: text("GIF89a") + [4, 0, 6, 0, 0, 0, 0] + gifFrame + [0x3B], width: 9, height: 6),
  ]

  static let webp: [Sample] = [
    Sample(
      name: "WebP, lossy", format: .webp,
      bytes: riff(text("VP8 ") + little32(10) + [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x41, 200, 0]),
      width: 300, height: 200),
    Sample(
      name: "WebP, lossless", format: .webp,
      bytes: riff(text("VP8L") + little32(5) + [0x2F, 0x2B, 0xC1, 0x31, 0, 0]), width: 300,
      height: 200),
    Sample(
      name: "WebP, animated, EXIF", format: .webp,
      bytes: riff(
        text("VP8X") + little32(10) + [0x0A, 0, 0, 0, 0x2B, 1, 0, 199, 0, 0]
          + text("ANIM") + little32(6) + zeros(6) + text("ANMF") + little32(3) + zeros(4)
          + text("ANMF") + little32(2) + zeros(2) + text("EXIF") + little32(32)
          + text("Exif\0\0") + exif(8)), width: 300, height: 200, frames: 2, orientation: 8),
    Sample(
      name: "WebP, animated, cut off", format: .webp,
      bytes: text("RIFF") + little32(4000) + text("WEBPVP8X") + little32(10)
        + [2, 0, 0, 0, 0x2B, 1, 0, 199, 0, 0] + text("ANMF") + little32(2) + zeros(2)
        + text("ANMF") + little32(2) + zeros(2), width: 300, height: 200),
  ]

  private static func bitmap(_ name: String, _ size: Int, _ sides: [UInt8]) -> Sample {
    Sample(
      name: "BMP, \(name)", format: .bmp,
      bytes: text("BM") + zeros(12) + little32(size) + sides
        + zeros(max(0, size - 4 - sides.count)), width: 7, height: 5)
  }

  static let bitmaps: [Sample] = [
    bitmap("BITMAPCOREHEADER", 12, little16(7) + little16(5)),
    bitmap("OS/2 of 16 bytes", 16, little32(7) + little32(5)),
    bitmap("BITMAPINFOHEADER", 40, little32(7) + little32(5)),
    bitmap("rows from the top", 40, little32(7) + little32(-5)),
    bitmap("OS/2 of 64 bytes", 64, little32(7) + little32(5)),
    bitmap("V4", 108, little32(7) + little32(5)),
    bitmap("V5", 124, little32(7) + little32(5)),
  ]

  static let tiff: [Sample] = [
    Sample(
      name: "TIFF, little endian, two directories", format: .tiff,
      bytes: text("II*\0") + little32(8)
        + directory([(256, 640), (257, 480), (274, 5)], next: 50)
        + directory([(256, 1), (257, 1)]), width: 640, height: 480, frames: 2, orientation: 5),
    Sample(
      name: "TIFF, big endian, LONG and SHORT", format: .tiff,
      bytes: text("MM\0*") + big32(8) + big16(2) + big16(256) + big16(4) + big32(1) + big32(70_000)
        + big16(257) + big16(3) + big32(1) + big16(480) + zeros(2) + zeros(4), width: 70_000,
      height: 480),
    Sample(
      name: "TIFF whose directories form a cycle", format: .tiff,
      bytes: text("II*\0") + little32(8) + directory([(256, 6), (257, 4)], next: 8), width: 6,
      height: 4),
    Sample(
      name: "TIFF whose next directory is elsewhere", format: .tiff,
      bytes: text("II*\0") + little32(8) + directory([(256, 6), (257, 4)], next: 9000), width: 6,
      height: 4),
  ]

  private static func icon(_ type: UInt8, _ sizes: [(UInt8, UInt8)]) -> [UInt8] {
    [0, 0, type, 0] + little16(sizes.count)
      + sizes.flatMap { size in
        [size.0, size.1, 0, 0, 1, 0, 32, 0] + little32(40) + little32(6 + 16 * sizes.count)
      }
  }

  static let icons: [Sample] = [
    Sample(name: "ICO", format: .ico, bytes: icon(1, [(16, 24)]), width: 16, height: 24),
    Sample(
      name: "ICO with one of 256 pixels", format: .ico,
      bytes: icon(1, [(16, 16), (0, 0), (48, 48)]),
      width: 256, height: 256, frames: 3),
  ]

  /// `meta` of an image whose primary item, number 2, has the second size and these properties.
  private static func meta(_ properties: [[UInt8]]) -> [UInt8] {
    let sizes = [(2000, 2000), (640, 480)].map { box("ispe", zeros(4) + big32($0.0) + big32($0.1)) }
    let all = sizes + properties
    let own = all.indices.dropFirst().map { UInt8($0 + 1) | 0x80 }
    let associations =
      zeros(4) + big32(2) + big16(1) + [1, 1] + big16(2) + [UInt8(own.count)] + own
    return box(
      "meta",
      zeros(4) + box("pitm", zeros(4) + big16(2))
        + box("iprp", box("ipco", Array(all.joined())) + box("ipma", associations)))
  }

  private static func fileType(_ brands: String) -> [UInt8] {
    box("ftyp", text(String(brands.prefix(4))) + zeros(4) + text(String(brands.dropFirst(4))))
  }

  private static func turned(_ name: String, _ turns: [(String, UInt8)], _ orientation: Int)
    -> Sample
  {
    Sample(
      name: "HEIC, \(name)", format: .heic,
      bytes: fileType("heicmif1heic") + meta(turns.map { box($0.0, [$0.1]) }), width: 640,
      height: 480, orientation: orientation)
  }

  static let boxed: [Sample] = [
    Sample(
      name: "AVIF", format: .avif, bytes: fileType("avifmif1avif") + meta([]), width: 640,
      height: 480),
    Sample(
      name: "AVIF by its compatible brand", format: .avif,
      bytes: fileType("mif1miafavif") + meta([]), width: 640, height: 480),
    Sample(
      name: "HEIC by its compatible brand", format: .heic,
      bytes: fileType("mif1miafheic") + box("free", zeros(3)) + meta([]), width: 640, height: 480),
    Sample(
      name: "HEIF of some other coding", format: .heic, bytes: fileType("mif1mif1") + meta([]),
      width: 640, height: 480),
    Sample(
      name: "HEIF without a primary item", format: .heic,
      bytes: fileType("heicmif1")
        + box(
          "meta",
          zeros(4)
            + box(
              "iprp",
              box(
                "ipco",
                box("ispe", zeros(4) + big32(64) + big32(64))
                  + box("ispe", zeros(4) + big32(99) + big32(98))))), width: 99, height: 98),
    turned("turned left", [("irot", 1)], 8),
    turned("turned right", [("irot", 3)], 6),
    turned("top and bottom exchanged", [("imir", 0)], 4),
    turned("left and right exchanged", [("imir", 1)], 2),
    turned("turned left, then mirrored", [("irot", 1), ("imir", 1)], 7),
    turned("mirrored, then turned left", [("imir", 1), ("irot", 1)], 5),
    Sample(
      name: "AVIF sequence", format: .avif,
      bytes: fileType("avisavis")
        + box(
          "moov",
          box(
            "trak",
            box("tkhd", zeros(76) + big32(320 << 16) + big32(200 << 16))
              + box(
                "mdia",
                box("hdlr", zeros(8) + text("pict"))
                  + box("minf", box("stbl", box("stsz", zeros(8) + big32(5))))))), width: 320,
      height: 200, frames: 5),
  ]

  static let svg: [Sample] = [
    Sample(
      name: "SVG", format: .svg,
      bytes: text("<svg xmlns='http://www.w3.org/2000/svg' width='12.6' height=\"7px\"/>"),
      width: nil, height: nil),
    Sample(
      name: "SVG behind a prologue", format: .svg,
      bytes: text(
        """
        \u{FEFF}<?xml version="1.0"?>
        <!-- a <svg width="1" height="1"> isn't here -->
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x>y" [ <!ENTITY e "]>"> <!-- ' --> ]>
        <s:svg data-width="5">
        """), width: nil, height: nil),
  ]
}
