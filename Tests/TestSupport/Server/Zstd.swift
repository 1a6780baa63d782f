/// Zstandard (RFC 8878) in raw blocks, which need no compressor.
package enum Zstd {
  /// - Parameter blockBytes: the length of a block, up to 128 KB.
  package static func frame(_ text: String, blockBytes: Int = 1000) -> [UInt8] {
    var encoded: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 10 << 3]
    var rest = Array(text.utf8)[...]
    repeat {
      let block = rest.prefix(blockBytes)
      rest = rest.dropFirst(block.count)
      let header = block.count << 3 | (rest.isEmpty ? 1 : 0)
      encoded += [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + block
    } while !rest.isEmpty
    return encoded
  }
}
