import Testing

@testable import WirelineCore
@testable import WirelineImages

/// A small valid image, written by hand.
struct StructureSample: ImageParts, Sendable, CustomTestStringConvertible {
  let name: String
  let validator: any StructureValidator
  let bytes: [UInt8]
  var frames = 1

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
    StructureSample(name: "AVIF", validator: MediaBoxes(), bytes: avif),
  ]
}

/// The images, and the parts that they consist of.
extension StructureSample {
  // MARK: PNG

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

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

  static func largeBox(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(1, 4) + text(type) + big(data.count + 16, 8) + data
  }

  static let fileType = box("ftyp", text("avif") + zeros(4) + text("mif1"))

  static let meta = box("meta", zeros(4) + box("hdlr", zeros(20)))

  static let avif = fileType + box("free", []) + largeBox("mdat", zeros(12)) + meta
}
