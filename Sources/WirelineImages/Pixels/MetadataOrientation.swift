/// Sets the orientation in copied metadata to 1, because the pixels of the result are upright.
/// Damaged metadata stays unchanged.
enum MetadataOrientation {
  /// - Parameter bytes: Exif from its TIFF header on (TIFF 6.0 §2).
  static func resetExif(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let directory = TIFFFields(bytes) else { return }
    for index in 0..<directory.count {
      let entry = directory.firstEntry + 12 * index
      guard entry + 12 <= bytes.count else { return }
      guard directory.number(entry, 2) == 0x0112, directory.number(entry + 4, 4) == 1 else {
        continue
      }
      switch directory.number(entry + 2, 2) {
      case 3: directory.setOne(entry + 8, 2)
      case 4: directory.setOne(entry + 8, 4)
      default: break
      }
    }
  }

  private static let property = Array("tiff:Orientation".utf8)
  private static let separators = Array("='\"> \t\r\n".utf8)

  /// Changes `tiff:Orientation="6"` and `<tiff:Orientation>6<`.
  static func resetXMP(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    var start = 0
    while let name = find(property, in: bytes, from: start) {
      start = name + property.count
      var index = start
      while index < bytes.count, separators.contains(bytes[index]) { index += 1 }
      let isDigit = index > start && index < bytes.count && (0x31...0x38).contains(bytes[index])
      let hasMore = index + 1 < bytes.count && (0x30...0x39).contains(bytes[index + 1])
      if isDigit, !hasMore { bytes[index] = 0x31 }
    }
  }

  private static func find(
    _ text: [UInt8], in bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard bytes.count >= text.count else { return nil }
    var index = start
    while index <= bytes.count - text.count {
      if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) {
        return index
      }
      index += 1
    }
    return nil
  }
}

/// The first directory of a TIFF file.
private struct TIFFFields {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let isLittle: Bool
  private(set) var firstEntry = 0
  private(set) var count = 0

  init?(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard bytes.count >= 8, bytes[0] == bytes[1], [0x49, 0x4D].contains(bytes[0]) else {
      return nil
    }
    self.bytes = bytes
    isLittle = bytes[0] == 0x49
    let directory = number(4, 4)
    guard number(2, 2) == 42, directory <= bytes.count - 2 else { return nil }
    firstEntry = directory + 2
    count = number(directory, 2)
  }

  /// Reads a number inside the bytes.
  func number(_ offset: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { value, index in
      value << 8 | Int(bytes[offset + (isLittle ? width - 1 - index : index)])
    }
  }

  func setOne(_ offset: Int, _ width: Int) {
    for index in 0..<width { bytes[offset + index] = 0 }
    bytes[offset + (isLittle ? 0 : width - 1)] = 1
  }
}
