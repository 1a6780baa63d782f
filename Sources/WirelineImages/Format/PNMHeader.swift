/// The words of a Netpbm header, with comments left out.
struct PNMHeader {
  private let bytes: ByteReader
  private var offset: Int

  /// - Parameter offset: behind the magic number.
  init(_ bytes: ByteReader, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// White space as C has it.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The next word; nil unless something follows it, since it could go on.
  mutating func word() -> ByteReader? {
    while let byte = bytes.byte(offset), Self.isSpace(byte) || byte == 0x23 {
      offset += 1
      if byte == 0x23 { skipLine() }
    }
    let start = offset
    while let byte = bytes.byte(offset) {
      if Self.isSpace(byte) || byte == 0x23 { return bytes.part(start, to: offset) }
      offset += 1
    }
    return nil
  }

  /// The next word, if it is a number of at most ten digits.
  mutating func number() -> Int? {
    guard let word = word(), word.count <= 10, let text = word.text(0, word.count) else {
      return nil
    }
    return Int(text).flatMap { $0 < 0 ? nil : $0 }
  }

  mutating func skipLine() {
    while let byte = bytes.byte(offset), byte != 0x0A, byte != 0x0D { offset += 1 }
  }
}
