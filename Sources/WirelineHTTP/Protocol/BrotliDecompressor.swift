import CBrotli
import WirelineCore

/// Brotli, RFC 7932. The library refuses its extension to windows above 16 MB.
///
/// Only responses are decoded with it, because a file of brotli cannot be recognized by its first
/// bytes. It is not in the module of the other decompressors, which every executable links whole:
/// `cities-find` would contain the library with its dictionary of 120 KB.
final class BrotliDecompressor: Decompressor {
  private let state: OpaquePointer
  private(set) var isAtEnd = false

  init() throws(DecompressionError) {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw .unavailable(library: "brotli")
    }
    self.state = state
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    if isAtEnd { return (0, 0) }
    // The bytes are only used as such, and the library reads and writes within `left` and `room`.
    var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var left = input.count
    var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var room = output.count
    let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &target, nil)
    if result == BROTLI_DECODER_RESULT_ERROR { throw .corrupt }
    if result == BROTLI_DECODER_RESULT_SUCCESS { isAtEnd = true }
    return (input.count - left, output.count - room)
  }
}
