import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageFormatTests {
  @Test(arguments: ImageSamples.all)
  func detectsFormat(sample: ImageSamples.Sample) {
    #expect(ImageFormat(sample.bytes[...]) == sample.format)
  }

  @Test func everyFormatHasSample() {
    #expect(Set(ImageSamples.all.map(\.format)) == Set(ImageFormat.allCases))
  }

  /// Offsets are relative to the start of a slice.
  @Test(arguments: ImageSamples.all)
  func acceptsSliceNotStartingAtZero(sample: ImageSamples.Sample) {
    let bytes = [1, 2, 3] + sample.bytes

    #expect(ImageHeader(bytes[3...]) == ImageHeader(sample.bytes[...]))
  }

  @Test(
    arguments: [
      "", "{\"a\":1}", "<!DOCTYPE html><html><svg></svg></html>", "<html>", "<svgx>", "<svg",
      "<!-- <svg> ", "<?xml version='1.0'?><rss><svg/></rss>", "<?xml <svg>", "<!DOCTYPE svg [>",
      "RIFF....WAVE", "....ftypmp42", "BM is a kind of image, it is said", "P1 is short",
      "P6", "P7\nXIDTH 3", "P8 3 3 ", "GIF88a", "II*", "8BPS\0\u{3}", "\u{0}\u{0}\u{1}\u{0}",
    ])
  func rejectsOtherContent(text: String) {
    #expect(ImageFormat(Array(text.utf8)[...]) == nil)
  }

  /// The header of an uncompressed Targa file: its origin and size are where an icon has its
  /// directory.
  @Test func doesNotMistakeTargaForCursor() {
    let bytes: [UInt8] =
      [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 48, 0, 24, 0] + ImageSamples.zeros(99)

    #expect(ImageFormat(bytes[...]) == nil)
  }

  @Test(
    arguments: [
      (.jpeg, "jpg", "image/jpeg"), (.tiff, "tif", "image/tiff"), (.jp2, "jp2", "image/jp2"),
      (.ico, "ico", "image/vnd.microsoft.icon"), (.svg, "svg", "image/svg+xml"),
    ] as [(ImageFormat, String, String)])
  func extensionAndMediaType(format: ImageFormat, fileExtension: String, mediaType: String) {
    #expect(format.fileExtension == fileExtension)
    #expect(format.mediaType == mediaType)
  }
}
