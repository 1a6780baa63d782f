/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    encode(Array(bytes))
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + 0x30 : value + 0x57
  }
}
