internal import CZlib

/// gzip (RFC 1952, with several members), zlib (RFC 1950) and deflate (RFC 1951).
package final class ZlibDecompressor: Decompressor {
  package enum Format {
    /// RFC 1952, several members allowed; the number is zlib's window code.
    case gzip
    /// zlib, or raw deflate as some servers send it.
    case deflate
  }

  private let format: Format
  private let content: CompressedContent
  private var stream = z_stream()
  private var isStarted = false
  package private(set) var isAtEnd = false
  private var hasFailed = false

  package init(_ format: Format, of content: CompressedContent) {
    self.format = format
    self.content = content
  }

  deinit { if isStarted { inflateEnd(&stream) } }

  package func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (consumed: Int, produced: Int) {
    if hasFailed { throw .corrupt }
    if isAtEnd {
      guard let first = input.first else { return (0, 0) }
      // A gzip member is followed by another member, or by padding to ignore.
      if content == .lines, first == 0 { return (input.prefix { $0 == 0 }.count, 0) }
      guard format == .gzip, first == 0x1F else {
        if content == .lines { throw .followedByOtherData }
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
    guard content == .lines, produced > 0 else { throw .corrupt }
    hasFailed = true
    // Leaves a byte, so that the next call throws.
    return (max(consumed - 1, 0), produced)
  }

  private func start(first byte: UInt8) throws(DecompressionError) {
    let window: Int32 =
      switch format {
      case .gzip: 15 + 16
      // RFC 1950 §2.2: the low four bits of a zlib stream are 8.
      case .deflate: byte & 0x0F == 8 ? 15 : -15
      }
    let status = inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .unavailable(library: "zlib") }
    isStarted = true
  }
}
