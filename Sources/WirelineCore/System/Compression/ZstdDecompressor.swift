internal import CZstd

/// Zstandard, RFC 8878, with several frames.
package final class ZstdDecompressor: Decompressor {
  private let content: CompressedContent
  private var state: OpaquePointer?
  package private(set) var isAtEnd = false
  private var hasBegun = false
  /// The bytes up to the end of the current block and of the next header, as the library reports
  /// them.
  private var expected = 1
  /// Whether the library may hold output that did not fit into the buffer.
  private var mayHoldOutput = false

  /// The base-2 logarithm of the largest window: 8 MB (RFC 9659 §3), and 128 MB for lines, as
  /// `zstd --long=27` writes.
  private var maximumWindow: Int32 { content == .lines ? 27 : 23 }

  package init(of content: CompressedContent) { self.content = content }

  deinit { ZSTD_freeDCtx(state) }

  package func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    if isAtEnd || !hasBegun {
      guard let first = input.first else { return (0, 0) }
      guard Self.mayBegin(with: first) else {
        if hasBegun, content == .lines { throw .followedByOtherData }
        if hasBegun { return (0, 0) }
        throw .corrupt
      }
      (hasBegun, isAtEnd) = (true, false)
    }
    if mayHoldOutput {
      let held = try step(UnsafeRawBufferPointer(rebasing: input[..<0]), into: output)
      if held.produced > 0 { return held }
    }
    // The library discards the output of a failing call. So a block of lines is decoded without the
    // 3 bytes of the next header (RFC 8878 §3.1.1.2), which may be damaged. Other content is used
    // as a whole or not at all.
    let block = content == .lines ? max(expected > 3 ? expected - 3 : expected, 1) : input.count
    return try step(UnsafeRawBufferPointer(rebasing: input.prefix(block)), into: output)
  }

  private func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    let state = try started()
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(state, &target, &source)
    if ZSTD_isError(result) != 0 {
      guard ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge else {
        throw .corrupt
      }
      throw .windowTooLarge(mebibytes: 1 << (maximumWindow - 20))
    }
    if result == 0 { isAtEnd = true }
    (expected, mayHoldOutput) = (result, content == .lines && target.pos == target.size)
    return (source.pos, target.pos)
  }

  private func started() throws(DecompressionError) -> OpaquePointer {
    if let state { return state }
    guard let state = ZSTD_createDCtx() else {
      throw .unavailable(library: "zstd")
    }
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, maximumWindow)
    self.state = state
    return state
  }

  /// The first byte of a frame or a skippable frame (§3.1). Excludes the formats before RFC 8878,
  /// which the library would decode.
  private static func mayBegin(with byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}
