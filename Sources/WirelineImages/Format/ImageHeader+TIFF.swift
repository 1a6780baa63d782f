extension ImageHeader {
  /// The first directory's size and orientation (tags 256, 257 and 274), and the number of
  /// directories.
  mutating func readTIFF(_ bytes: ByteReader) {
    guard let directory = TIFFDirectory(bytes) else { return }
    let values = directory.values(of: [256, 257])
    setSize(values[256], values[257])
    orientation = directory.orientation
    setFrames(directory.chainLength)
  }
}
