extension ImageHeader {
  /// ISO/IEC 18181-1: the size and the orientation at the beginning of the codestream, which is
  /// bare, or in the first box `jxlc` or `jxlp` (18181-2).
  mutating func readJXL(_ bytes: ByteReader) {
    if bytes.byte(0) == 0xFF { return readJXLCodestream(bytes) }
    for box in BoxSequence(bytes) {
      if box.type == "jxlc" { return readJXLCodestream(box.content) }
      // The number of the part is before it.
      if box.type == "jxlp" { return readJXLCodestream(box.content.part(4)) }
    }
  }

  private mutating func readJXLCodestream(_ bytes: ByteReader) {
    guard bytes.big16(0) == 0xFF0A else { return }
    var bits = BitReader(bytes.part(2))
    guard let size = Self.jxlSize(&bits) else { return }
    setSize(size.width, size.height)
    // Image metadata: all_default, extra_fields, orientation - 1.
    guard bits.bits(1) == 0, bits.bits(1) == 1 else { return }
    orientation = bits.bits(3).map { $0 + 1 }
  }

  /// The bundle SizeHeader.
  private static func jxlSize(_ bits: inout BitReader) -> (width: Int, height: Int)? {
    guard let isSmall = bits.bits(1).map({ $0 == 1 }),
      let height = jxlSide(&bits, isSmall: isSmall), let ratio = bits.bits(3)
    else { return nil }
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio > 0 {
      let (across, down) = ratios[ratio - 1]
      return (height * across / down, height)
    }
    return jxlSide(&bits, isSmall: isSmall).map { ($0, height) }
  }

  /// Five bits of eights, or a number of 9, 13, 18 or 30 bits.
  private static func jxlSide(_ bits: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return bits.bits(5).map { ($0 + 1) * 8 } }
    return bits.bits(2).flatMap { bits.bits([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }
}
