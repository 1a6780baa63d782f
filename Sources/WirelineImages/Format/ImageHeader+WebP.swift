extension ImageHeader {
  /// WebP container specification: VP8 (RFC 6386 §9.1), VP8L, or VP8X with chunks behind it.
  mutating func readWebP(_ bytes: ByteReader) {
    switch bytes.text(12, 4) {
    case "VP8 ":
      guard bytes.little24(23) == 0x2A019D else { return }
      setSize(
        bytes.little16(26).map { $0 & 0x3FFF }, bytes.little16(28).map { $0 & 0x3FFF })
    case "VP8L":
      guard bytes.byte(20) == 0x2F, let bits = bytes.little32(21) else { return }
      setSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      setSize(bytes.little24(24).map { $0 + 1 }, bytes.little24(27).map { $0 + 1 })
      readWebPChunks(bytes)
    default: return
    }
  }

  /// Animation frames, if the file is all there, and EXIF, which some writers give JPEG's prefix.
  private mutating func readWebPChunks(_ bytes: ByteReader) {
    guard let size = bytes.little32(4) else { return }
    let end = 8 + size
    var offset = 12
    var count = 0
    while offset < end, let length = bytes.little32(offset + 4) {
      if bytes.matches("ANMF", at: offset) { count += 1 }
      if bytes.matches("EXIF", at: offset) {
        let prefix = bytes.matches("Exif\0\0", at: offset + 8) ? 6 : 0
        let content = bytes.part(offset + 8 + prefix, to: offset + 8 + length)
        orientation = TIFFDirectory(content)?.orientation
      }
      offset += 8 + length + length % 2
    }
    if end <= bytes.count { setFrames(count) }
  }
}
