extension ImageHeader {
  /// GIF89a §18: the logical screen; where that is of no size, the first frame.
  mutating func readGIF(_ bytes: ByteReader) {
    setSize(bytes.little16(6), bytes.little16(8))
    guard let flags = bytes.byte(10) else { return }
    var offset = 13 + Self.colorTableBytes(flags)
    var count = 0
    while let introducer = bytes.byte(offset) {
      switch introducer {
      case 0x2C:
        if width == nil { setSize(bytes.little16(offset + 5), bytes.little16(offset + 7)) }
        guard let flags = bytes.byte(offset + 9) else { return }
        count += 1
        offset = Self.afterBlocks(bytes, offset + 11 + Self.colorTableBytes(flags))
      case 0x21: offset = Self.afterBlocks(bytes, offset + 2)
      case 0x00: offset += 1  // Some writers pad; decoders pass over it.
      case 0x3B:
        setFrames(count)
        return
      default: return
      }
    }
  }

  private static func colorTableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << Int(flags & 7 + 1)
  }

  /// The offset behind the block of no bytes that ends the blocks at `offset`.
  private static func afterBlocks(_ bytes: ByteReader, _ offset: Int) -> Int {
    var offset = offset
    while let length = bytes.byte(offset), length > 0 { offset += 1 + Int(length) }
    return offset + 1
  }
}
