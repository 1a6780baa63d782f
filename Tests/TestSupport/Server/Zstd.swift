import CZstd

/// Zstandard, RFC 8878.
package enum Zstd {
  private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  package static func compressed(_ bytes: [UInt8], level: Int32 = 3) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { output, count in
      count = ZSTD_compress(output.baseAddress, output.count, bytes, bytes.count, level)
    }
  }

  /// A frame of raw blocks.
  ///
  /// - Parameter blockBytes: the length of a block, up to 128 KB.
  package static func frame(_ text: String, blockBytes: Int = 1000) -> [UInt8] {
    var encoded: [UInt8] = magic + [0, 10 << 3]
    var rest = Array(text.utf8)[...]
    repeat {
      let block = rest.prefix(blockBytes)
      rest = rest.dropFirst(block.count)
      let header = block.count << 3 | (rest.isEmpty ? 1 : 0)
      encoded += [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + block
    } while !rest.isEmpty
    return encoded
  }

  /// A frame with one raw block of a byte and a window of 2 to the power of 10 plus `exponent`,
  /// plus `eighths` of it.
  package static func frame(exponent: UInt8, eighths: UInt8 = 0) -> [UInt8] {
    magic + [0, exponent << 3 | eighths, 0x09, 0, 0, UInt8(ascii: "x")]
  }

  /// A frame of blocks that repeat a zero 128 Ki times, four bytes each.
  package static func repeating(blocks: Int) -> [UInt8] {
    let size = 128 << 10
    var frame = magic + [0, 11 << 3]
    for block in 1...blocks {
      let header = size << 3 | 1 << 1 | (block == blocks ? 1 : 0)
      frame += [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + [0]
    }
    return frame
  }
}
