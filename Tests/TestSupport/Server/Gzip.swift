/// Gzip, zlib and raw deflate in stored blocks, which need no compressor.
package enum Gzip {
  /// RFC 1952: one member.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + deflate(bytes)
      + littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  package static func gzip(_ text: String) -> [UInt8] { gzip(Array(text.utf8)) }

  /// RFC 1950, the format of `Content-Encoding: deflate`.
  package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + deflate(bytes) + littleEndian(adler32(bytes)).reversed()
  }

  /// RFC 1951, which some servers send as `deflate`.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      encoded.append(rest.isEmpty ? 1 : 0)
      for word in [count, ~count] { encoded += [UInt8(word & 0xff), UInt8(word >> 8)] }
      encoded += block
    } while !rest.isEmpty
    return encoded
  }

  /// The CRC of ISO 3309, for gzip and PNG.
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      table[Int((crc ^ UInt32(byte)) & 0xff)] ^ (crc >> 8)
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
