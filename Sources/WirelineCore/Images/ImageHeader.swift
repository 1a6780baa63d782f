/// What the beginning of an image says of it.
package struct ImageHeader: Sendable, Equatable {
  package let format: ImageFormat
  /// Pixels; nil when the bytes at hand do not tell.
  package let width: Int?
  package let height: Int?

  /// Bytes of an image's beginning that are looked at: enough to pass the
  /// metadata that cameras put before the dimensions.
  package static let maximumBytes = 256 * 1024

  /// Nil for what is no image. Reads no further than `head`, which may end
  /// anywhere.
  package init?(_ head: ArraySlice<UInt8>) {
    guard let format = ImageFormat(head) else { return nil }
    self.format = format
    let bytes = ByteReader(head)
    let size: (Int, Int)? =
      switch format {
      case .png: Self.png(bytes)
      case .gif: bytes.little16(6).flatMap { w in bytes.little16(8).map { (w, $0) } }
      case .bmp: Self.bmp(bytes)
      case .jpeg: Self.jpeg(bytes)
      case .webp: Self.webp(bytes)
      default: nil
      }
    let isPlausible = size.map { $0.0 > 0 && $0.1 > 0 } ?? false
    width = isPlausible ? size?.0 : nil
    height = isPlausible ? size?.1 : nil
  }

  /// Whether it ends before it says what its format says there: such a file
  /// is cut off.
  package var isCutShort: Bool {
    switch format {
    case .png, .gif, .bmp, .jpeg, .webp: width == nil
    default: false
    }
  }

  /// PNG 3rd edition §11.2.1: IHDR is first.
  private static func png(_ bytes: ByteReader) -> (Int, Int)? {
    guard let width = bytes.big32(16), let height = bytes.big32(20) else { return nil }
    return (width, height)
  }

  /// BITMAPINFOHEADER; a negative height means top-down rows.
  private static func bmp(_ bytes: ByteReader) -> (Int, Int)? {
    guard let width = bytes.little32(18), let height = bytes.little32(22) else { return nil }
    return (Int(Int32(truncatingIfNeeded: width)), abs(Int(Int32(truncatingIfNeeded: height))))
  }

  /// ITU-T T.81 §B.2.2: the first frame header.
  private static func jpeg(_ bytes: ByteReader) -> (Int, Int)? {
    var offset = 2
    while let lead = bytes.byte(offset), lead == 0xFF, let marker = bytes.byte(offset + 1) {
      // Fill bytes may precede a marker.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if isFrame(marker) {
        guard let height = bytes.big16(offset + 5), let width = bytes.big16(offset + 7) else {
          return nil
        }
        return (width, height)
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      guard marker != 0xD9, marker != 0xDA, let length = bytes.big16(offset + 2), length >= 2 else {
        return nil
      }
      offset += 2 + length
    }
    return nil
  }

  /// SOF0…SOF15 without DHT, JPG and DAC.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// WebP container specification: VP8 (RFC 6386 §9.1), VP8L and VP8X.
  private static func webp(_ bytes: ByteReader) -> (Int, Int)? {
    switch bytes.text(12, 4) {
    case "VP8 ":
      guard let width = bytes.little16(26), let height = bytes.little16(28) else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard let bits = bytes.little32(21) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      guard let width = bytes.little24(24), let height = bytes.little24(27) else { return nil }
      return (width + 1, height + 1)
    default: return nil
    }
  }
}
