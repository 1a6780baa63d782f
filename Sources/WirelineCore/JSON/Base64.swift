/// Base64 with padding, RFC 4648 §4.
package enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  package static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = alphabet.utf8Start
    return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var length = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        let word =
          UInt32(bytes[start]) << 16 | (count > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
          | (count > 2 ? UInt32(bytes[start + 2]) : 0)
        text[length] = alphabet[Int(word >> 18)]
        text[length + 1] = alphabet[Int(word >> 12 & 63)]
        text[length + 2] = count > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3D
        text[length + 3] = count > 2 ? alphabet[Int(word & 63)] : 0x3D
        length += 4
      }
      return length
    }
  }

  /// Returns nil for text that is not base64. Line breaks are invalid.
  package static func decode(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count % 4 == 0 else { return nil }
    let padding = bytes.suffix(2).filter { $0 == 0x3D }.count
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count / 4 * 3)
    var word: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      let isPadding = index >= bytes.count - padding
      guard let value = isPadding ? 0 : value(of: byte) else { return nil }
      word = word << 6 | value
      if index % 4 == 3 {
        out += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
        word = 0
      }
    }
    out.removeLast(padding)
    return out
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte - 0x41)
    case 0x61...0x7A: UInt32(byte - 0x61) + 26
    case 0x30...0x39: UInt32(byte - 0x30) + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
