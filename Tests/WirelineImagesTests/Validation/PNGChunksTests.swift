import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct PNGChunksTests {
  private typealias Sample = StructureSample

  @Test func anyFlippedBitIsAFault() {
    for place in Sample.png.indices {
      for bit in 0..<8 {
        var bytes = Sample.png
        bytes[place] ^= 1 << bit
        #expect(Sample.read(bytes, by: PNGChunks()).fault != nil, "bit \(bit) of byte \(place)")
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

  private static let faults: [(bytes: [UInt8], reason: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0], "no PNG signature"),
    (Sample.signature + data, "does not begin with an IHDR chunk"),
    (Sample.signature + Sample.chunk("IHDR", [1]), "does not begin with an IHDR chunk"),
    (image(Sample.imageHeader()), "a second IHDR chunk"),
    (image(end), "no IDAT chunk"),
    (image(data + palette), "the PLTE chunk is behind the image data"),
    (image(palette + palette), "a second PLTE chunk"),
    (image(Sample.chunk("PLTE", [1, 2])), "the PLTE chunk's length is wrong"),
    (image(data + Sample.chunk("tIME") + data), "the IDAT chunks are not consecutive"),
    (image(Sample.chunk("ABCD")), "an unknown critical chunk, ABCD"),
    (image(Sample.chunk("ab1d")), "no chunk where one should be"),
    (image([0x80, 0, 0, 0] + Sample.text("IDAT")), "the IDAT chunk's length is impossible"),
    (image(data + Sample.chunk("IEND", [1])), "the IEND chunk is not empty"),
    (image(data.dropLast() + [0] + end), "the IDAT chunk's CRC is wrong"),
    (image(data), "ends before IEND"),
    (image(data.dropLast(5)), "ends inside the IDAT chunk"),
    (
      Sample.signature + Sample.imageHeader(colourType: 3) + data,
      "no palette before the image data"
    ),
    (
      Sample.signature + Sample.imageHeader(colourType: 4) + palette,
      "a palette for a greyscale image"
    ),
    (
      header(Sample.zeros(4) + Sample.big(1, 4) + [8, 2, 0, 0, 0]),
      "the IHDR chunk's size of the image is impossible"
    ),
    (
      header(Sample.big(1, 4) + Sample.big(1, 4) + [4, 2, 0, 0, 0]),
      "the IHDR chunk's values are impossible"
    ),
  ]

  @Test(arguments: faults.indices)
  func brokenRuleIsAFault(index: Int) {
    let (bytes, reason) = Self.faults[index]

    #expect(Sample.read(bytes, by: PNGChunks()).fault?.reason == reason)
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
    // The default image is no frame.
    (animated(frames: 1, data + frame(0) + frameData(1) + frameData(2)), 1, nil),
    (
      image(frame(0) + Sample.chunk("acTL", Sample.big(1, 4) + Sample.zeros(4)) + data + end), 1,
      nil
    ),
    // No animation: announced behind the image, twice, or with no frames.
    (image(data + Sample.chunk("acTL", Sample.big(9, 4)) + end), 1, nil),
    (animated(frames: 9, Sample.chunk("acTL", Sample.big(9, 4)) + data), 1, nil),
    (animated(frames: 0, data), 1, nil),
    (image(data + frame(7) + end), 1, nil),
    (animated(frames: 2, frame(0) + data + frame(2)), 1, "a frame's sequence number is wrong"),
    (animated(frames: 2, frame(0) + data + frame(1)), 2, "frame 2 has no data"),
    (animated(frames: 1, frame(0) + frame(1) + data), 1, "frame 1 has no data"),
    (animated(frames: 3, frame(0) + data + frame(1) + frameData(2)), 2, "2 of 3 frames"),
    (animated(frames: 1, data + frameData(0)), 1, "frame data before a frame control chunk"),
  ]

  /// PNG 3rd edition §4.9.
  @Test(arguments: animations.indices)
  func animationsAreCounted(index: Int) {
    let (bytes, frames, reason) = Self.animations[index]

    let (fault, structure) = Sample.read(bytes, by: PNGChunks())

    #expect(fault?.reason == reason)
    #expect(structure.frames == frames)
  }
}
