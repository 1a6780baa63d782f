// HEIF and AVIF.
extension ImageHeader {
  /// The primary item of the `meta` box (ISO/IEC 23008-12); the first picture track has the number
  /// of frames, and the size of a sequence without `meta`.
  mutating func readHEIF(_ bytes: ByteReader) {
    for box in BoxSequence(bytes) {
      if box.type == "meta", width == nil, let items = HEIFItems(box.content.part(4)) {
        let size = items.primarySize
        setSize(size?.width, size?.height)
        orientation = items.orientation
      } else if box.type == "moov" {
        readTracks(box.content)
      }
    }
  }

  private mutating func readTracks(_ movie: ByteReader) {
    for track in BoxSequence(movie) where track.type == "trak" {
      let boxes = BoxSequence(track.content)
      guard let media = boxes.first("mdia").map({ BoxSequence($0.content) }),
        media.first("hdlr")?.content.matches("pict", at: 8) == true
      else { continue }
      if width == nil, let header = boxes.first("tkhd")?.content {
        // 16.16 fixed-point numbers, after times of 32 or 64 bits.
        let offset = header.byte(0) == 1 ? 88 : 76
        setSize(header.big32(offset).map { $0 >> 16 }, header.big32(offset + 4).map { $0 >> 16 })
      }
      let table = media.first("minf").flatMap { BoxSequence($0.content).first("stbl") }
      let sizes = table.flatMap { BoxSequence($0.content).first("stsz") }
      return setFrames(sizes?.content.big32(8))
    }
  }
}

// JPEG 2000 and JPEG XL.
extension ImageHeader {
  /// The box `ihdr` in `jp2h` (ISO/IEC 15444-1); otherwise the SIZ segment of the codestream.
  mutating func readJP2(_ bytes: ByteReader) {
    if bytes.big16(0) == 0xFF4F { return readCodestream(bytes) }
    for box in BoxSequence(bytes) {
      switch box.type {
      case "jp2h":
        if let header = BoxSequence(box.content).first("ihdr") {
          setSize(header.content.big32(4), header.content.big32(0))
        }
      case "jp2c" where width == nil: readCodestream(box.content)
      default: continue
      }
      if width != nil { return }
    }
  }

  /// The reference grid without the image's offset in it (§A.5.1).
  private mutating func readCodestream(_ bytes: ByteReader) {
    guard bytes.big32(0) == 0xFF4F_FF51, let right = bytes.big32(8), let bottom = bytes.big32(12),
      let left = bytes.big32(16), let top = bytes.big32(20)
    else { return }
    setSize(right - left, bottom - top)
  }

  /// Size and orientation from the beginning of the codestream (ISO/IEC 18181-1), which is bare or
  /// in the first `jxlc` or `jxlp` box (18181-2).
  mutating func readJXL(_ bytes: ByteReader) {
    if bytes.byte(0) == 0xFF { return readJXLCodestream(bytes) }
    for box in BoxSequence(bytes) {
      if box.type == "jxlc" { return readJXLCodestream(box.content) }
      // The content begins with the number of the part.
      if box.type == "jxlp" { return readJXLCodestream(box.content.part(4)) }
    }
  }

  private mutating func readJXLCodestream(_ bytes: ByteReader) {
    guard bytes.big16(0) == 0xFF0A else { return }
    var bits = BitReader(bytes: bytes.part(2))
    guard let size = Self.jxlSize(&bits) else { return }
    setSize(size.width, size.height)
    // Image metadata: all_default, extra_fields, orientation - 1.
    guard bits.bits(1) == 0, bits.bits(1) == 1 else { return }
    orientation = bits.bits(3).map { $0 + 1 }
  }

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

  /// Reads a side: five bits times eight, or a number of 9, 13, 18 or 30 bits.
  private static func jxlSide(_ bits: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return bits.bits(5).map { ($0 + 1) * 8 } }
    return bits.bits(2).flatMap { bits.bits([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }
}

/// Reads bits, the lowest of each byte first, as in JPEG XL.
private struct BitReader {
  let bytes: ByteReader
  var position = 0

  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let byte = bytes.byte(position >> 3) else { return nil }
      value |= Int(byte >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }
}
