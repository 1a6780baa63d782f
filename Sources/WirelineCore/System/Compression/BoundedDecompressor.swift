/// Decodes a compressed stream in small pieces, so that a bomb is detected early.
package final class BoundedDecompressor {
  private let decompressor: any Decompressor
  private let content: CompressedContent
  private let first: BoundedDecompressor?
  private var inputBytes = 0
  private var outputBytes = 0
  /// The output of the current chunk of input.
  private var chunkOutputBytes = 0
  private var isOutputFull = false

  /// The highest ratio of decoded to encoded bytes: real text stays below 100, a bomb is near
  /// deflate's 1,032 or far beyond with brotli and zstd.
  private static let maximumRatio = 250
  /// The ratio is ignored up to this size: a user's own list may repeat a URL a million times.
  private var ratioFreeBytes: Int { content == .lines ? 32 << 20 : 1 << 20 }
  private static let pieceBytes = 64 * 1024

  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)

  /// - Parameter first: the first of several decoders of a body; nil if this is the first. The
  ///   limit applies to the ratio of all together, because each could stay below it.
  package init(
    _ decompressor: any Decompressor, of content: CompressedContent,
    after first: BoundedDecompressor? = nil
  ) {
    self.decompressor = decompressor
    self.content = content
    self.first = first
  }

  deinit { output.deallocate() }

  /// Decodes the next piece of a chunk of input, and removes what it consumes.
  ///
  /// - Returns: bytes, valid until the next call; nil if the chunk is decoded.
  package func next(
    _ input: inout UnsafeRawBufferPointer
  ) throws(DecompressionError) -> UnsafeRawBufferPointer? {
    while !input.isEmpty || isOutputFull {
      let (consumed, produced) = try decompressor.decompress(input, into: output)
      if consumed == 0, produced == 0 { break }
      input = UnsafeRawBufferPointer(rebasing: input[consumed...])
      inputBytes += consumed
      outputBytes += produced
      chunkOutputBytes += produced
      isOutputFull = produced == output.count
      try check()
      if produced > 0 { return UnsafeRawBufferPointer(rebasing: output[..<produced]) }
    }
    (isOutputFull, chunkOutputBytes) = (false, 0)
    return nil
  }

  private func check() throws(DecompressionError) {
    let isExpanding = outputBytes / max((first ?? self).inputBytes, 1) > Self.maximumRatio
    // The reader of lines holds a chunk's whole output in memory.
    let isTooMuch = content == .lines && chunkOutputBytes > ratioFreeBytes
    guard outputBytes > ratioFreeBytes, isExpanding || isTooMuch else { return }
    throw .bomb(ratio: Self.maximumRatio)
  }

  package func finish() throws(DecompressionError) {
    if inputBytes > 0, !decompressor.isAtEnd { throw .truncated }
  }
}
