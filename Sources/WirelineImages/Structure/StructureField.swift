/// The bytes of one field, for as long as a walker looks at them.
///
/// Reading past the end gives zeros, never a trap: a field has the size that
/// its walker demanded.
struct StructureField {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8 {
    offset >= 0 && offset < bytes.count ? bytes[offset] : 0
  }

  /// An unsigned number of up to 8 bytes, the most significant first; larger
  /// ones than `Int.max` as `Int.max`.
  func big(_ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for place in offset..<(offset + count) { value = value << 8 | UInt64(self[place]) }
    return Int(clamping: value)
  }

  /// The same with the least significant byte first.
  func little(_ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for place in (offset..<(offset + count)).reversed() {
      value = value << 8 | UInt64(self[place])
    }
    return Int(clamping: value)
  }

  /// Four letters.
  func code(_ offset: Int) -> FourLetters {
    FourLetters(
      (offset..<(offset + 4)).reduce(0) { value, place in value << 8 | UInt32(self[place]) })
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  /// Adds the bytes of `range` to a check sum.
  func feed(_ range: Range<Int>, to crc: inout CRC32) {
    crc.update(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
  }
}
