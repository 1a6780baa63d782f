/// Bits of some bytes, the lowest of each byte first, as JPEG XL has them.
struct BitReader {
  private let bytes: ByteReader
  private var position = 0

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// - Parameter count: 0…32.
  /// - Returns: nil past the end.
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
