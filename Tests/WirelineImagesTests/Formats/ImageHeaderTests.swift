import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageHeaderTests {
  @Test(arguments: ImageSamples.all)
  func readsHeader(sample: ImageSamples.Sample) {
    let header = ImageHeader(sample.bytes[...])

    #expect(header?.format == sample.format)
    #expect(header?.width == sample.width)
    #expect(header?.height == sample.height)
    #expect(header?.frames == sample.frames)
    #expect(header?.orientation == sample.orientation)
    #expect(header?.isTruncated == false)
  }

  /// A prefix yields the same values or none, never a part of a number.
  @Test(arguments: ImageSamples.all)
  func prefixYieldsSameValuesOrNone(sample: ImageSamples.Sample) {
    for end in sample.bytes.indices {
      guard let header = ImageHeader(sample.bytes[..<end]) else { continue }
      #expect(header.format == sample.format)
      #expect(header.width == nil || header.width == sample.width, "\(end) bytes")
      #expect(header.height == nil || header.height == sample.height, "\(end) bytes")
      #expect(header.frames == nil || header.frames == sample.frames, "\(end) bytes")
      #expect(header.isTruncated == (header.width == nil) || sample.width == nil, "\(end) bytes")
    }
  }

  /// No input may crash or hang the process.
  @Test func mutationsAndRandomBytesDoNotTrap() {
    var random = SeededGenerator(seed: 5)
    var known = 0
    for _ in 0..<5000 {
      guard let sample = ImageSamples.all.randomElement(using: &random) else { continue }
      let header = ImageHeader(random.mutation(of: sample.bytes)[...])
      known += header?.width == nil ? 0 : 1
      _ = ImageHeader(random.bytes(0...300)[...])
      _ = ImageHeader((sample.bytes.prefix(24) + random.bytes(0...300))[...])
    }
    // Many mutations still have a size, so the readers were exercised.
    #expect(known > 1250)
  }

  /// If the first `maximumBytes` contain no size, the file may continue, so it does not count as
  /// truncated.
  @Test(arguments: [(ImageHeader.maximumBytes - 1, true), (ImageHeader.maximumBytes, false)])
  func onlyCompleteFileIsTruncated(count: Int, isTruncated: Bool) {
    let start = ImageSamples.text("II*\0") + ImageSamples.little32(1 << 20)
    let bytes = start + ImageSamples.zeros(count - start.count)

    #expect(ImageHeader(bytes[...])?.width == nil)
    #expect(ImageHeader(bytes[...])?.isTruncated == isTruncated)
  }

  @Test(
    arguments: [
      // A width of 0; a JPEG scan without a frame; VP8 without its start code.
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + ImageSamples.chunk("IHDR", ImageSamples.big32(0) + ImageSamples.big32(9)),
      [0xFF, 0xD8] + ImageSamples.segment(0xDA, [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9]),
      ImageSamples.text("RIFF....WEBPVP8 ....") + [0, 0, 0, 1, 2, 3, 9, 0, 9, 0],
    ])
  func invalidHeaderIsTruncated(bytes: [UInt8]) {
    let header = ImageHeader(bytes[...])

    #expect(header != nil)
    #expect(header?.width == nil)
    #expect(header?.isTruncated == true)
  }

  /// Absurd sizes are returned without a check.
  @Test func readsLargestSize() {
    let bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + ImageSamples.chunk("IHDR", ImageSamples.big32(-1) + ImageSamples.big32(-1))

    #expect(ImageHeader(bytes[...])?.width == 0xFFFF_FFFF)
    #expect(ImageHeader(bytes[...])?.height == 0xFFFF_FFFF)
  }

  /// The readers visit each byte a fixed number of times, even in nested boxes, tables and quotes.
  /// The time limit of Swift Testing would include waiting for other tests.
  @Test(
    arguments: [
      ("<!DOCTYPE [", "<!--"), ("<", "a"), ("GIF89a\0\0\0\0\0\0\0", ","),
      ("....ftypheic", "\0\0\0\u{8}meta"),
    ])
  func readsRepetitiveHeadInLinearTime(start: String, repeated: String) {
    let times = ImageHeader.maximumBytes / repeated.utf8.count
    let bytes = Array(start.utf8) + Array(String(repeating: repeated, count: times).utf8)

    let start = ContinuousClock.now
    #expect(ImageHeader(bytes[...])?.frames == nil)
    #expect(start.duration(to: .now) < .limit)
  }
}
