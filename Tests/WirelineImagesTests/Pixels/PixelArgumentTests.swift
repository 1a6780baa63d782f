import Testing
import WirelineCore

@testable import WirelineImages

/// The values of the options for pixels.
@Suite struct PixelArgumentTests {
  @Test(
    arguments: [
      ("256", 256, 256), ("512x384", 512, 384), ("512X384", 512, 384), ("512x", 512, nil),
      ("x512", nil, 512), ("1", 1, 1), ("16384x1", 16_384, 1),
    ] as [(String, Int?, Int?)])
  func parsesBox(text: String, width: Int?, height: Int?) throws {
    let box = try PixelBox(parsing: text)

    #expect(box.width == width && box.height == height)
    #expect(try PixelBox(parsing: box.text) == box)
  }

  @Test(arguments: [
    "", "x", "0", "0x5", "5x0", "-1", "1.5", "16385", "x16385", "1x2x3", "1x2x", "256px", "5 x 5",
    "99999999999999999999", "٣",
  ])
  func rejectsBox(text: String) {
    let expected = "a size such as 256, 512x384, 512x or x512, each side 1 to 16384"
    #expect(throws: InvalidArgument(expected: expected)) { try PixelBox(parsing: text) }
  }

  @Test(arguments: [
    ("0,0,640,480", [0, 0, 640, 480]), ("1, 2, 3, 4", [1, 2, 3, 4]),
    ("1000000,0,1,1000000", [1_000_000, 0, 1, 1_000_000]),
  ])
  func parsesCrop(text: String, values: [Int]) throws {
    let crop = try CropRectangle(parsing: text)

    #expect([crop.x, crop.y, crop.width, crop.height] == values)
    #expect(try CropRectangle(parsing: crop.text) == crop)
  }

  @Test(arguments: [
    "", ",,,", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,0", "-1,0,5,5", "1.5,0,5,5", "0,0,5x5",
    "1000001,0,1,1", "0,0,99999999999999999999,1", "0 0 5 5",
  ])
  func rejectsCrop(text: String) {
    let expected = "left edge, top edge, width and height in pixels, such as 0,0,640,480"
    #expect(throws: InvalidArgument(expected: expected)) { try CropRectangle(parsing: text) }
  }

  @Test(arguments: [
    ("16:9", 16, 9), ("9:16", 9, 16), ("32:18", 16, 9), ("1.5", 3, 2), ("1", 1, 1), (".5", 1, 2),
    ("2.39:1", 239, 100), ("1:2.39", 100, 239), ("1.6:0.9", 16, 9), ("4.", 4, 1),
    ("999999999:1", 999_999_999, 1),
  ])
  func parsesRatio(text: String, width: Int, height: Int) throws {
    let ratio = try CropRatio(parsing: text)

    #expect(ratio.width == width && ratio.height == height)
    #expect(ratio.value == Double(width) / Double(height))
    #expect(try CropRatio(parsing: ratio.text) == ratio)
  }

  @Test(arguments: [
    "", ":", "16:", ":9", "0", "0:9", "16:0", "-1", "1:2:3", "1.2.3", "1e3", "inf", "nan", ".",
    "16/9", "9999999999", "0.0",
  ])
  func rejectsRatio(text: String) {
    let expected = "width to height, such as 16:9, 9:16 or 1.5"
    #expect(throws: InvalidArgument(expected: expected)) { try CropRatio(parsing: text) }
  }

  @Test(
    arguments: [
      ("jpeg", .jpeg(quality: 80)), ("jpg", .jpeg(quality: 80)), ("jpeg:1", .jpeg(quality: 1)),
      ("jpeg:100", .jpeg(quality: 100)), ("png", .png), ("webp", .webp(quality: 75)),
      ("webp:90", .webp(quality: 90)), ("adaptive", .adaptive), ("keep", .keep),
    ] as [(String, PixelEncoding)])
  func parsesEncoding(text: String, encoding: PixelEncoding) throws {
    #expect(try PixelEncoding(parsing: text) == encoding)
    #expect(try PixelEncoding(parsing: encoding.text) == encoding)
  }

  @Test(arguments: [
    ("", "jpeg, jpeg:80, png, webp, webp:75, adaptive or keep"),
    ("gif", "jpeg, jpeg:80, png, webp, webp:75, adaptive or keep"),
    ("JPEG", "jpeg, jpeg:80, png, webp, webp:75, adaptive or keep"),
    ("jpeg:", "a quality from 1 to 100, such as jpeg:80"),
    ("jpeg:0", "a quality from 1 to 100, such as jpeg:80"),
    ("jpeg:101", "a quality from 1 to 100, such as jpeg:80"),
    ("jpeg:80:1", "a quality from 1 to 100, such as jpeg:80"),
    ("jpeg:0.8", "a quality from 1 to 100, such as jpeg:80"),
    ("webp:x", "a quality from 1 to 100, such as webp:75"),
    ("png:9", "png without a quality, or jpeg:80 or webp:75"),
    ("keep:80", "keep without a quality, or jpeg:80 or webp:75"),
  ])
  func rejectsEncoding(text: String, expected: String) {
    #expect(throws: InvalidArgument(expected: expected)) { try PixelEncoding(parsing: text) }
  }
}
