/// The boxes of an ISO base media file (ISO/IEC 14496-12 §4.2), of JPEG 2000 or of JPEG XL, one
/// after another.
struct BoxSequence: Sequence, IteratorProtocol {
  struct Box {
    let type: String
    /// What of the content is at hand.
    let content: ByteReader
    /// Whether that is all of it.
    let isWhole: Bool
  }

  private let bytes: ByteReader
  private var offset: Int

  /// - Parameter offset: where the first one begins.
  init(_ bytes: ByteReader, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Ends at the end of the bytes, and where a box is shorter than its own header.
  mutating func next() -> Box? {
    guard let claimed = bytes.big32(offset), let type = bytes.text(offset + 4, 4) else {
      return nil
    }
    var (size, header) = (claimed, 8)
    if claimed == 1 {
      guard let large = bytes.big64(offset + 8) else { return nil }
      (size, header) = (large, 16)
    } else if claimed == 0 {
      // Up to the end, wherever that is.
      size = 1 << 60
    }
    guard size >= header else { return nil }
    let end = offset + size
    let box = Box(
      type: type, content: bytes.part(offset + header, to: end),
      isWhole: end <= bytes.count || claimed == 0)
    offset = end
    return box
  }

  /// The first box of a type.
  func first(_ type: String) -> Box? { first { $0.type == type } }
}
