import CBrotli
import CZlib
import CZstd
import WirelineRequests

/// The state of one compressed stream.
protocol Decompressor: AnyObject {
  /// Whether the input so far is complete. More may follow, in a format that concatenates streams.
  var isAtEnd: Bool { get }

  /// Decodes as much of the input as fits into the output.
  ///
  /// - Returns: the bytes consumed and produced. Both are zero if more input is needed, or if the
  ///   input is not part of the stream.
  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(RequestError.Reason) -> (consumed: Int, produced: Int)
}

extension RequestError.Reason {
  static let corruptEncoding = Self.contentEncoding("the encoded data is corrupt")
}

/// gzip (RFC 1952, with several members), zlib (RFC 1950) and deflate (RFC 1951).
final class ZlibDecompressor: Decompressor {
  enum Format {
    /// RFC 1952, several members allowed; the number is zlib's window code.
    case gzip
    /// zlib, or raw deflate as some servers send it.
    case deflate
  }

  private let format: Format
  /// Whether the user provides the data, whose parts must not be lost, instead of a server.
  private let isInput: Bool
  private var stream = z_stream()
  private var isStarted = false
  private(set) var isAtEnd = false
  private var hasFailed = false

  init(_ format: Format, isInput: Bool = false) {
    self.format = format
    self.isInput = isInput
  }

  deinit { if isStarted { inflateEnd(&stream) } }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(RequestError.Reason) -> (consumed: Int, produced: Int) {
    if hasFailed { throw .corruptEncoding }
    if isAtEnd {
      guard let first = input.first else { return (0, 0) }
      // A gzip member is followed by another member, or by padding to ignore.
      if isInput, first == 0 { return (input.prefix { $0 == 0 }.count, 0) }
      guard format == .gzip, first == 0x1F else {
        if isInput { throw .followedByOtherData }
        return (0, 0)
      }
      inflateReset(&stream)
      isAtEnd = false
    }
    if !isStarted, let first = input.first { try start(first: first) }
    stream.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(output.count)
    let status = inflate(&stream, Z_NO_FLUSH)
    let consumed = input.count - Int(stream.avail_in)
    let produced = output.count - Int(stream.avail_out)
    if status == Z_STREAM_END { isAtEnd = true }
    guard status != Z_OK, status != Z_STREAM_END, status != Z_BUF_ERROR else {
      return (consumed, produced)
    }
    // Input lines are valid one by one; a response is valid as a whole.
    guard isInput, produced > 0 else { throw .corruptEncoding }
    hasFailed = true
    // Leaves a byte, so that the next call throws.
    return (max(consumed - 1, 0), produced)
  }

  private func start(first byte: UInt8) throws(RequestError.Reason) {
    let window: Int32 =
      switch format {
      case .gzip: 15 + 16
      // RFC 1950 §2.2: the low four bits of a zlib stream are 8.
      case .deflate: byte & 0x0F == 8 ? 15 : -15
      }
    let status = inflateInit2_(
      &stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .contentEncoding("cannot initialize zlib") }
    isStarted = true
  }
}

/// Brotli, RFC 7932. The library refuses its extension to windows above 16 MB.
final class BrotliDecompressor: Decompressor {
  private let state: OpaquePointer
  private(set) var isAtEnd = false

  init() throws(RequestError.Reason) {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw .contentEncoding("cannot initialize brotli")
    }
    self.state = state
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(RequestError.Reason) -> (consumed: Int, produced: Int) {
    if isAtEnd { return (0, 0) }
    var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var left = input.count
    var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var room = output.count
    let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &target, nil)
    if result == BROTLI_DECODER_RESULT_ERROR { throw .corruptEncoding }
    if result == BROTLI_DECODER_RESULT_SUCCESS { isAtEnd = true }
    return (input.count - left, output.count - room)
  }
}

/// Zstandard, RFC 8878, with several frames.
final class ZstdDecompressor: Decompressor {
  /// Whether the user provides the data, whose parts must not be lost, instead of a server.
  private let isInput: Bool
  private var state: OpaquePointer?
  private(set) var isAtEnd = false
  private var hasBegun = false
  /// The bytes up to the end of the current block and of the next header, as the library reports
  /// them.
  private var expected = 1
  /// Whether the library may hold output for which there was no room.
  private var mayHoldOutput = false

  /// The base-2 logarithms of the largest window: 8 MB, RFC 9659 §3, and 128 MB, as
  /// `zstd --long=27` writes.
  private var maximumWindow: Int32 { isInput ? 27 : 23 }

  init(isInput: Bool = false) { self.isInput = isInput }

  deinit { ZSTD_freeDCtx(state) }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(RequestError.Reason) -> (consumed: Int, produced: Int) {
    if isAtEnd || !hasBegun {
      guard let first = input.first else { return (0, 0) }
      guard Self.mayBegin(with: first) else {
        if hasBegun, isInput { throw .followedByOtherData }
        if hasBegun { return (0, 0) }
        throw .corruptEncoding
      }
      (hasBegun, isAtEnd) = (true, false)
    }
    if mayHoldOutput {
      let held = try step(UnsafeRawBufferPointer(rebasing: input[..<0]), into: output)
      if held.produced > 0 { return held }
    }
    // The library drops the output of a call that fails, so a block of input is decoded without the
    // header that follows it, of 3 bytes (RFC 8878 §3.1.1.2). A response is valid as a whole.
    let block = isInput ? max(expected > 3 ? expected - 3 : expected, 1) : input.count
    return try step(UnsafeRawBufferPointer(rebasing: input.prefix(block)), into: output)
  }

  private func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(RequestError.Reason) -> (consumed: Int, produced: Int) {
    let state = try started()
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(state, &target, &source)
    if ZSTD_isError(result) != 0 {
      guard ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge else {
        throw .corruptEncoding
      }
      if isInput { throw .windowTooLarge }
      throw .contentEncoding("the zstd window is larger than 8 MiB")
    }
    if result == 0 { isAtEnd = true }
    (expected, mayHoldOutput) = (result, isInput && target.pos == target.size)
    return (source.pos, target.pos)
  }

  private func started() throws(RequestError.Reason) -> OpaquePointer {
    if let state { return state }
    guard let state = ZSTD_createDCtx() else {
      throw .contentEncoding("cannot initialize zstd")
    }
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, maximumWindow)
    self.state = state
    return state
  }

  /// The first byte of a frame or a skippable frame (§3.1). Excludes the formats before RFC 8878,
  /// which the library would decode.
  private static func mayBegin(with byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}
