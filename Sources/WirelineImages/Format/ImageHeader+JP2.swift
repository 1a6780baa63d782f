extension ImageHeader {
  /// ISO/IEC 15444-1: the box `ihdr` within `jp2h`, or where there is none, and in a bare
  /// codestream, the segment SIZ.
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

  /// §A.5.1: the reference grid without the offset that the image has in it.
  private mutating func readCodestream(_ bytes: ByteReader) {
    guard bytes.big32(0) == 0xFF4F_FF51, let right = bytes.big32(8), let bottom = bytes.big32(12),
      let left = bytes.big32(16), let top = bytes.big32(20)
    else { return }
    setSize(right - left, bottom - top)
  }
}
