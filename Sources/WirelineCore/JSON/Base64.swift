/// Base64 with padding, RFC 4648 §4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while let first = rest.popFirst() {
      let second = rest.popFirst()
      let third = second == nil ? nil : rest.popFirst()
      let word = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
      out.append(alphabet[Int(word >> 18)])
      out.append(alphabet[Int(word >> 12 & 63)])
      out.append(second == nil ? 0x3D : alphabet[Int(word >> 6 & 63)])
      out.append(third == nil ? 0x3D : alphabet[Int(word & 63)])
    }
    return String(decoding: out, as: UTF8.self)
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
