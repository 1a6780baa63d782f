import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct PNGChunksTests {
  private typealias Sample = StructureSample

  @Test func detectsEveryFlippedBit() {
    for position in Sample.png.indices {
      for bit in 0..<8 {
        var bytes = Sample.png
        bytes[position] ^= 1 << bit
        #expect(
          Sample.validate(bytes, by: PNGChunks()).issue != nil, "bit \(bit) of byte \(position)")
      }
    }
  }

  private static let end = Sample.chunk("IEND")
  private static let data = Sample.chunk("IDAT", [1])
  private static let palette = Sample.chunk("PLTE", [1, 2, 3])

  private static func image(_ chunks: [UInt8]) -> [UInt8] {
    Sample.signature + Sample.imageHeader() + chunks
  }

  private static func header(_ values: [UInt8]) -> [UInt8] {
    Sample.signature + Sample.chunk("IHDR", values) + data + end
  }

  private static let issues: [(bytes: [UInt8], reason: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0], "missing PNG signature"),
    (Sample.signature + data, "does not begin with an IHDR chunk"),
    (Sample.signature + Sample.chunk("IHDR", [1]), "does not begin with an IHDR chunk"),
    (image(Sample.imageHeader()), "duplicate IHDR chunk"),
    (image(end), "missing IDAT chunk"),
    (image(data + palette), "PLTE chunk after the image data"),
    (image(palette + palette), "duplicate PLTE chunk"),
    (image(Sample.chunk("PLTE", [1, 2])), "invalid length of the PLTE chunk"),
    (image(data + Sample.chunk("tIME") + data), "the IDAT chunks are not consecutive"),
    (image(Sample.chunk("ABCD")), "unknown critical chunk ABCD"),
    (image(Sample.chunk("ab1d")), "expected a chunk"),
    (image([0x80, 0, 0, 0] + Sample.text("IDAT")), "invalid length of the IDAT chunk"),
    (image(data + Sample.chunk("IEND", [1])), "IEND chunk is not empty"),
    (image(data.dropLast() + [0] + end), "wrong CRC of the IDAT chunk"),
    (image(data), "ends before IEND"),
    (image(data.dropLast(5)), "ends inside the IDAT chunk"),
    (
      Sample.signature + Sample.imageHeader(colourType: 3) + data,
      "missing palette before the image data"
    ),
    (
      Sample.signature + Sample.imageHeader(colourType: 4) + palette,
      "palette in a greyscale image"
    ),
    (
      header(Sample.zeros(4) + Sample.big(1, 4) + [8, 2, 0, 0, 0]),
      "invalid image size in the IHDR chunk"
    ),
    (
      header(Sample.big(1, 4) + Sample.big(1, 4) + [4, 2, 0, 0, 0]),
      "invalid values in the IHDR chunk"
    ),
  ]

  @Test(arguments: issues.indices)
  func reportsIssue(index: Int) {
    let (bytes, reason) = Self.issues[index]

    #expect(Sample.validate(bytes, by: PNGChunks()).issue?.reason == reason)
  }

  private static let ignored: [(bytes: [UInt8], reason: String)] = [
    (image(Sample.brokenChunk("tEXt", [1]) + data + end), "wrong CRC of the tEXt chunk"),
    (image(data + Sample.brokenChunk("tIME") + end), "wrong CRC of the tIME chunk"),
    (
      Sample.signature + Sample.imageHeader(colourType: 0) + palette + data + end,
      "palette in a greyscale image"
    ),
    (
      Sample.signature + Sample.imageHeader(colourType: 4) + palette + data + end,
      "palette in a greyscale image"
    ),
  ]

  /// libpng warns and displays these images.
  @Test(arguments: ignored.indices)
  func ignoresErrorUnlessStrict(index: Int) {
    let (bytes, reason) = Self.ignored[index]

    #expect(Sample.validate(bytes, by: PNGChunks()).issue?.reason == reason)
    #expect(Sample.validate(bytes, by: PNGChunks(isStrict: false)).issue == nil)
  }

  /// The data of a frame, with a wrong CRC.
  private static let brokenFrame = Sample.brokenChunk("fdAT", Sample.big(2, 4) + [1])
  private static let wrongLength: [UInt8] =
    [0, 0, 0, 9] + Array(Sample.chunk("tEXt", [1]).dropFirst(4))

  private static let damaged: [(bytes: [UInt8], reason: String)] = [
    (
      Sample.signature + Sample.brokenChunk("IHDR", Sample.zeros(13)) + data + end,
      "wrong CRC of the IHDR chunk"
    ),
    (image(Sample.brokenChunk("PLTE", [1, 2, 3]) + data + end), "wrong CRC of the PLTE chunk"),
    (image(Sample.brokenChunk("IDAT", [1]) + end), "wrong CRC of the IDAT chunk"),
    (image(data + Sample.brokenChunk("IEND")), "wrong CRC of the IEND chunk"),
    (
      animated(frames: 1, Sample.brokenChunk("fcTL", Sample.zeros(26)) + data),
      "wrong CRC of the fcTL chunk"
    ),
    (
      animated(frames: 2, frame(0) + data + frame(1) + brokenFrame), "wrong CRC of the fdAT chunk"
    ),
    (image(wrongLength + data + end), "expected a chunk"),
    (image(Sample.brokenChunk("tEXt", [1]) + data), "ends before IEND"),
  ]

  @Test(arguments: damaged.indices)
  func reportsDamageUnlessIgnored(index: Int) {
    let (bytes, reason) = Self.damaged[index]

    #expect(Sample.validate(bytes, by: PNGChunks(isStrict: false)).issue?.reason == reason)
  }

  private static func animated(frames: Int, _ chunks: [UInt8]) -> [UInt8] {
    image(Sample.chunk("acTL", Sample.big(frames, 4) + Sample.zeros(4)) + chunks + end)
  }

  private static func frameData(_ sequence: Int) -> [UInt8] {
    Sample.chunk("fdAT", Sample.big(sequence, 4) + [1])
  }

  private static let frame = Sample.frameControl

  private static let animations: [(bytes: [UInt8], frames: Int, reason: String?)] = [
    (animated(frames: 1, frame(0) + data), 1, nil),
    // The default image is not a frame.
    (animated(frames: 1, data + frame(0) + frameData(1) + frameData(2)), 1, nil),
    (
      image(frame(0) + Sample.chunk("acTL", Sample.big(1, 4) + Sample.zeros(4)) + data + end), 1,
      nil
    ),
    // Not animated: acTL follows the image, occurs twice, or specifies no frames.
    (image(data + Sample.chunk("acTL", Sample.big(9, 4)) + end), 1, nil),
    (animated(frames: 9, Sample.chunk("acTL", Sample.big(9, 4)) + data), 1, nil),
    (animated(frames: 0, data), 1, nil),
    (image(data + frame(7) + end), 1, nil),
    (animated(frames: 2, frame(0) + data + frame(2)), 1, "wrong sequence number of a frame"),
    (animated(frames: 2, frame(0) + data + frame(1)), 2, "frame 2 has no data"),
    (animated(frames: 1, frame(0) + frame(1) + data), 1, "frame 1 has no data"),
    (animated(frames: 3, frame(0) + data + frame(1) + frameData(2)), 2, "only 2 of 3 frames"),
    (animated(frames: 1, data + frameData(0)), 1, "frame data before a frame control chunk"),
  ]

  /// PNG 3rd edition §4.9.
  @Test(arguments: animations.indices)
  func countsFramesOfAnimation(index: Int) {
    let (bytes, frames, reason) = Self.animations[index]

    let (issue, structure) = Sample.validate(bytes, by: PNGChunks())

    #expect(issue?.reason == reason)
    #expect(structure.frames == frames)
  }
}
