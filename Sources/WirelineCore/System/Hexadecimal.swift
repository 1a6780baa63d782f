/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    encode(Array(bytes))
  }

  package static func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  /// The eight digits of a number, in the order of memory: all of them at a time, as the
  /// names of a batch are made of them.
  package static func digits(of number: UInt32) -> UInt64 {
    // Each half byte to a byte of its own, the first in the highest one.
    var nibbles = UInt64(number)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte of 10 and more: they are letters.
    let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (nibbles + 0x3030_3030_3030_3030 + letters * 0x27).bigEndian
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + 0x30 : value + 0x57
  }
}
