extension ImageHeader {
  /// ITU-T T.81 §B: the first frame header, and EXIF's APP1 wherever it is before the scan.
  mutating func readJPEG(_ bytes: ByteReader) {
    var offset = 2
    var isSized = false
    while let lead = bytes.byte(offset), let marker = bytes.byte(offset + 1) {
      // Decoders pass over bytes between segments, and fill bytes may precede a marker.
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

  /// SOF0…SOF15 without DHT, JPG and DAC; SOF55 is that of JPEG-LS, ITU-T T.87.
  private static func isFrame(_ marker: UInt8) -> Bool {
    switch marker {
    case 0xC4, 0xC8, 0xCC: false
    case 0xC0...0xCF, 0xF7: true
    default: false
    }
  }
}
