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
