/// Base64 with padding, RFC 4648 §4.
package enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.append(addingCapacity: (bytes.count + 2) / 3 * 4) { span in
      span.withUnsafeMutableBufferPointer { room, written in
        bytes.withUnsafeBytes { encode($0, to: room, from: &written) }
      }
    }
  }

  /// - Parameter next: the index of the next digit, for which there is room.
  private static func encode(
    _ bytes: UnsafeRawBufferPointer, to room: UnsafeMutableBufferPointer<UInt8>,
    from next: inout Int
  ) {
    let alphabet = alphabet.utf8Start
    var at = 0
    // Six bytes are eight digits; a word has two bytes more.
    while bytes.count - at >= 8 {
      var word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      for digit in next..<(next &+ 8) {
        room[digit] = alphabet[Int(truncatingIfNeeded: word &>> 58)]
        word = word &<< 6
      }
      (at, next) = (at &+ 6, next &+ 8)
    }
    while at < bytes.count {
      let left = bytes.count - at
      let word =
        UInt32(bytes[at]) << 16 | (left > 1 ? UInt32(bytes[at + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[at + 2]) : 0)
      for digit in 0..<4 {
        room[next + digit] = digit <= left ? alphabet[Int(word >> (18 - 6 * digit) & 63)] : 0x3D
      }
      (at, next) = (at + 3, next + 4)
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
