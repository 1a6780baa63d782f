import CZlib

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
    [0x78, 0x01] + deflate(bytes)
      + littleEndian(UInt32(CZlib.adler32(1, bytes, uInt(bytes.count)))).reversed()
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
    UInt32(CZlib.crc32(0, bytes, uInt(bytes.count)))
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
