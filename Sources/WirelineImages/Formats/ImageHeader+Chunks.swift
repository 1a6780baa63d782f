// Formats made of segments, chunks or directories, which may contain EXIF data.
extension ImageHeader {
  /// The first frame header (ITU-T T.81 §B), and EXIF data anywhere before the scan.
  mutating func readJPEG(_ bytes: ByteReader) {
    var offset = 2
    var isSized = false
    while let lead = bytes.byte(offset), let marker = bytes.byte(offset + 1) {
      // Decoders skip bytes between segments, and fill bytes may precede a marker.
      if lead != 0xFF || marker == 0xFF || marker == 0 {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      guard marker != 0xD9, marker != 0xDA, let length = bytes.big16(offset + 2), length >= 2 else {
        return
      }
      if Self.isFrame(marker), !isSized {
        isSized = true
        setSize(bytes.big16(offset + 7), bytes.big16(offset + 5))
      } else if marker == 0xE1, orientation == nil, bytes.matches("Exif\0", at: offset + 4) {
        orientation = TIFFDirectory(bytes.part(offset + 10, to: offset + 2 + length))?.orientation
      }
      offset += 2 + length
    }
  }

  /// Whether a marker begins a frame header: SOF0…SOF15 except DHT, JPG and DAC; SOF55 is the
  /// one of JPEG-LS (ITU-T T.87).
  static func isFrame(_ marker: UInt8) -> Bool {
    switch marker {
    case 0xC4, 0xC8, 0xCC: false
    case 0xC0...0xCF, 0xF7: true
    default: false
    }
  }
}

extension ImageHeader {
  /// The chunks IHDR, acTL and eXIf (PNG 3rd edition §11). IHDR comes first, except in Apple's
  /// CgBI variant; acTL precedes the pixels; eXIf may follow them.
  mutating func readPNG(_ bytes: ByteReader) {
    var offset = 8
    var arePixelsSeen = false
    while let length = bytes.big32(offset), let type = bytes.text(offset + 4, 4) {
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
      // Without IHDR at the beginning no decoder accepts the file.
      if width == nil, type != "CgBI" { return }
      offset = content + length + 4
    }
  }

  /// The chunks VP8 (RFC 6386 §9.1), VP8L, or VP8X and those that follow it.
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

  /// Counts the animation frames of a complete file and reads EXIF data, which some encoders
  /// store with the prefix used in JPEG.
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

  /// Size and orientation of the first directory, and the number of directories.
  mutating func readTIFF(_ bytes: ByteReader) {
    guard let directory = TIFFDirectory(bytes) else { return }
    let values = directory.values(of: [256, 257])
    setSize(values[256], values[257])
    orientation = directory.orientation
    setFrames(directory.chainLength)
  }
}
