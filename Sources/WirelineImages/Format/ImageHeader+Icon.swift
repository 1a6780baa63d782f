extension ImageHeader {
  /// The directory of an icon or a cursor: the size of its largest image, where 0 means 256.
  mutating func readIcon(_ bytes: ByteReader) {
    guard let count = bytes.little16(4) else { return }
    var largest = (width: 0, height: 0)
    for entry in stride(from: 6, to: 6 + 16 * count, by: 16) {
      guard let width = bytes.byte(entry), let height = bytes.byte(entry + 1),
        bytes.byte(entry + 15) != nil
      else { return }
      let size = (width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
      if size.width * size.height > largest.width * largest.height { largest = size }
    }
    setSize(largest.width, largest.height)
    setFrames(count)
  }
}
