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
      "RIFF....WAVE", "....ftypmp42", "BM is a kind of image, it is said", "GIF88a",
      "II*", "P6 7 5 255 ", "8BPS\0\u{1}", "\u{0}\u{0}\u{1}\u{0}",
    ])
  func rejectsOtherContent(text: String) {
    #expect(ImageFormat(Array(text.utf8)[...]) == nil)
  }

  @Test(
    arguments: [
      (.jpeg, "jpg", "image/jpeg"), (.tiff, "tif", "image/tiff"),
      (.ico, "ico", "image/vnd.microsoft.icon"), (.svg, "svg", "image/svg+xml"),
    ] as [(ImageFormat, String, String)])
  func extensionAndMediaType(format: ImageFormat, fileExtension: String, mediaType: String) {
    #expect(format.fileExtension == fileExtension)
    #expect(format.mediaType == mediaType)
  }
}
