extension ImageHeader {
  /// PNG 3rd edition §11: IHDR is the first chunk (but for Apple's CgBI), acTL is before the
  /// pixels, eXIf may be after them.
  mutating func readPNG(_ bytes: ByteReader) {
    var offset = 8
    var arePixelsSeen = false
    while let length = bytes.big32(offset), let type = bytes.letters(offset + 4) {
      let content = offset + 8
      switch type {
      case "IHDR" where width == nil: setSize(bytes.big32(content), bytes.big32(content + 4))
      case "acTL" where !arePixelsSeen:
        setFrames(bytes.big32(content).flatMap { $0 >> 31 == 0 ? $0 : nil })
      case "IDAT": arePixelsSeen = true
      case "eXIf":
        orientation = TIFFDirectory(bytes.part(content, to: content + length))?.orientation
      case "IEND": return
      default: break
      }
      // A first chunk of any other kind: this is no PNG that anything reads.
      if width == nil, type != "CgBI" { return }
      offset = content + length + 4
    }
  }
}
