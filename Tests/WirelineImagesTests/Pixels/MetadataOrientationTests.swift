import TestSupport
import Testing

@testable import WirelineImages

/// The orientation in metadata that is copied to an upright result.
@Suite struct MetadataOrientationTests {
  private static func number(_ value: Int, _ width: Int, isLittle: Bool) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittle ? bytes : bytes.reversed()
  }

  private static func entry(
    _ tag: Int, type: Int, count: Int = 1, _ value: Int, isLittle: Bool
  ) -> [UInt8] {
    let width = type == 3 ? 2 : 4
    return number(tag, 2, isLittle: isLittle) + number(type, 2, isLittle: isLittle)
      + number(count, 4, isLittle: isLittle) + number(value, width, isLittle: isLittle)
      + [UInt8](repeating: 0, count: 4 - width)
  }

  /// Exif with a directory of three entries, the second of which is the orientation.
  private static func exif(
    isLittle: Bool, type: Int = 3, count: Int = 1, orientation: Int
  ) -> [UInt8] {
    Array((isLittle ? "II" : "MM").utf8) + number(42, 2, isLittle: isLittle)
      + number(10, 4, isLittle: isLittle) + [0, 0] + number(3, 2, isLittle: isLittle)
      + entry(0x010F, type: 2, count: 2, 0x4100, isLittle: isLittle)
      + entry(0x0112, type: type, count: count, orientation, isLittle: isLittle)
      + entry(0x011A, type: 4, 0x0112, isLittle: isLittle) + [0, 0, 0, 0]
  }

  private static func reset(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBufferPointer { MetadataOrientation.resetExif($0) }
    return bytes
  }

  @Test(arguments: [true, false], [3, 4])
  func resetsExif(isLittle: Bool, type: Int) {
    for orientation in 1...8 {
      let bytes = Self.exif(isLittle: isLittle, type: type, orientation: orientation)

      #expect(
        Self.reset(bytes) == Self.exif(isLittle: isLittle, type: type, orientation: 1))
    }
  }

  @Test(arguments: [true, false])
  func leavesOtherTypesUnchanged(isLittle: Bool) {
    for (type, count) in [(3, 2), (2, 1), (1, 1), (3, 0)] {
      let bytes = Self.exif(isLittle: isLittle, type: type, count: count, orientation: 6)

      #expect(Self.reset(bytes) == bytes)
    }
  }

  @Test(arguments: [true, false])
  func acceptsEveryPrefix(isLittle: Bool) {
    let bytes = Self.exif(isLittle: isLittle, orientation: 6)
    let complete = Self.reset(bytes)
    // The header, the count and two entries.
    let end = 8 + 2 + 2 + 24
    for count in 0...bytes.count {
      let expected = count >= end ? complete : bytes

      #expect(Self.reset(Array(bytes.prefix(count))) == Array(expected.prefix(count)))
    }
  }

  @Test func acceptsRandomBytes() {
    var random = SeededGenerator(seed: 7)
    for isLittle in [true, false] {
      let exif = Self.exif(isLittle: isLittle, orientation: 6)
      for _ in 0..<5000 {
        let mutation = random.mutation(of: exif)
        #expect(Self.reset(mutation).count == mutation.count)
        let noise = exif.prefix(8) + random.bytes(0...64)
        #expect(Self.reset(Array(noise)).count == noise.count)
      }
    }
  }

  @Test func acceptsHostileOffsets() {
    for offset in [0, 1, 7, 8, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF] {
      for isLittle in [true, false] {
        let bytes =
          Array((isLittle ? "II" : "MM").utf8) + Self.number(42, 2, isLittle: isLittle)
          + Self.number(offset, 4, isLittle: isLittle) + [0xFF, 0xFF, 1, 2, 3]
        #expect(Self.reset(bytes) == bytes)
      }
    }
  }

  @Test(arguments: [
    ("<a tiff:Orientation=\"6\"/>", "<a tiff:Orientation=\"1\"/>"),
    ("<a tiff:Orientation = '8'/>", "<a tiff:Orientation = '1'/>"),
    ("<tiff:Orientation>3</tiff:Orientation>", "<tiff:Orientation>1</tiff:Orientation>"),
    (
      "tiff:Orientation=\"2\" tiff:Orientation=\"7\"",
      "tiff:Orientation=\"1\" tiff:Orientation=\"1\""
    ),
    ("tiff:Orientation=\"16\"", "tiff:Orientation=\"16\""),
    ("tiff:Orientation=\"9\"", "tiff:Orientation=\"9\""),
    ("tiff:Orientation6", "tiff:Orientation6"), ("tiff:Orientation=\"", "tiff:Orientation=\""),
    ("tiff:Orientation=6", "tiff:Orientation=1"), ("tiff:Orientation", "tiff:Orientation"),
    ("exif:Orientation=\"6\"", "exif:Orientation=\"6\""), ("", ""),
  ])
  func resetsXMP(text: String, expected: String) {
    var bytes = Array(text.utf8)
    bytes.withUnsafeMutableBufferPointer { MetadataOrientation.resetXMP($0) }

    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
