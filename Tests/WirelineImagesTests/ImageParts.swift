@testable import WirelineCore

/// The parts of which sample images consist.
protocol ImageParts {}

extension ImageParts {
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
  static func big16(_ value: Int) -> [UInt8] { big(value, 2) }
  static func big32(_ value: Int) -> [UInt8] { big(value, 4) }
  static func little16(_ value: Int) -> [UInt8] { little(value, 2) }
  static func little32(_ value: Int) -> [UInt8] { little(value, 4) }

  /// A TIFF directory of the first kind, little endian, with SHORT values.
  static func directory(_ tags: [(Int, Int)], next: Int = 0) -> [UInt8] {
    let entries = tags.flatMap { (tag: Int, value: Int) -> [UInt8] in
      [little16(tag), little16(3), little32(1), little16(value), zeros(2)].flatMap(\.self)
    }
    return little16(tags.count) + entries + little32(next)
  }

  static func exif(_ orientation: Int) -> [UInt8] {
    text("II*\0") + little32(8) + directory([(274, orientation)])
  }

  /// A box of an ISO base media file.
  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big32(content.count + 8) + text(type) + content
  }

  /// A chunk of a PNG.
  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    var crc = CRC32()
    (text(type) + data).withUnsafeBytes { crc.update($0) }
    return big32(data.count) + text(type) + data + big32(Int(crc.value))
  }

  /// A segment of a JPEG.
  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big16(data.count + 2) + data
  }

  /// A WebP file.
  static func riff(_ chunks: [UInt8]) -> [UInt8] {
    text("RIFF") + little32(chunks.count + 4) + text("WEBP") + chunks
  }
}
