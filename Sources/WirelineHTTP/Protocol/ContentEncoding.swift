import CZlib
import NIOCore
import WirelineCore
package import WirelineRequests

/// Decodes a `Content-Encoding`, or compressed input, in a stream with bounds.
// `@unchecked Sendable`: the library's state is not thread-safe. Each decoder has one owner, an
// exchange, a line reader or a city import, which calls it from one thread at a time.
package final class CompressedDecoder: ContentDecoder, @unchecked Sendable {
  /// The origin of the encoded bytes.
  package enum Origin: Sendable {
    /// A server: bounded like a body, and bytes after the last member or frame are ignored.
    case response
    /// The user: bounded later than a body. Bytes after the last member or frame are an error,
    /// because ignoring them would lose input.
    case input
  }

  private let decompressor: any Decompressor
  private let origin: Origin
  private var inputBytes = 0
  private var outputBytes = 0

  /// The highest ratio of decoded to encoded bytes: real text stays below 100, a bomb is near
  /// deflate's 1,032 or far beyond with brotli and zstd.
  private static let maximumRatio = 250
  /// The ratio is ignored up to this size: a user's own list may repeat a URL a million times.
  private var ratioFreeBytes: Int { origin == .input ? 32 << 20 : 1 << 20 }
  private static let pieceBytes = 64 * 1024

  private let output = UnsafeMutableRawBufferPointer.allocate(
    byteCount: pieceBytes, alignment: 16)

  private init(_ decompressor: any Decompressor) {
    self.decompressor = decompressor
    origin = .response
  }

  /// Decodes gzip (RFC 1952) with several members, or zstd (RFC 8878) with several frames.
  package init(_ format: CompressionFormat, from origin: Origin = .input) {
    let isInput = origin == .input
    decompressor =
      switch format {
      case .gzip: ZlibDecompressor(.gzip, isInput: isInput)
      case .zstd: ZstdDecompressor(isInput: isInput)
      }
    self.origin = origin
  }

  deinit { output.deallocate() }

  /// The decoder for a response; nil if it is not encoded.
  static func decoder(
    for head: ResponseHead, request: RequestAttempt
  ) throws(RequestError.Reason) -> CompressedDecoder? {
    guard head.headers.contains("Content-Encoding") else { return nil }
    // Responses without content describe what GET would return.
    if request.method == "HEAD" || head.status == 204 || head.status == 304 { return nil }
    // A caller who sets Accept-Encoding wants the encoded bytes; a range of them cannot be decoded.
    if let requested = request.headers["Accept-Encoding"], requested != offered { return nil }
    if head.status == 206 { return nil }
    let encodings = head.headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces.lowercased() }
      .filter { $0 != "identity" && !$0.isEmpty }
    guard let encoding = encodings.first else { return nil }
    guard encodings.count == 1 else {
      throw .contentEncoding("more than one encoding: \(encodings.joined(separator: ", "))")
    }
    switch encoding {
    case "gzip", "x-gzip": return CompressedDecoder(ZlibDecompressor(.gzip))
    case "deflate": return CompressedDecoder(ZlibDecompressor(.deflate))
    case "br": return CompressedDecoder(try BrotliDecompressor())
    case "zstd": return CompressedDecoder(ZstdDecompressor())
    default: throw .contentEncoding("unknown encoding \"\(encoding)\"")
    }
  }

  /// Without deflate, which servers send in two formats and which is never shorter than gzip.
  static let offered = "gzip, br, zstd"

  /// Delivers the decoded bytes of a piece in small parts, so that a bomb is detected early.
  package func decode(
    _ input: UnsafeRawBufferPointer,
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    var offset = 0
    var isOutputFull = false
    let outputBytesBefore = outputBytes
    while offset < input.count || isOutputFull {
      let (consumed, produced) = try decompressor.decompress(
        UnsafeRawBufferPointer(rebasing: input[offset...]), into: output)
      if consumed == 0, produced == 0 { break }
      offset += consumed
      inputBytes += consumed
      outputBytes += produced
      isOutputFull = produced == output.count
      let isExpanding = outputBytes / max(inputBytes, 1) > Self.maximumRatio
      // The reader of input holds the output of a piece in memory.
      let isTooMuch = origin == .input && outputBytes - outputBytesBefore > ratioFreeBytes
      if outputBytes > ratioFreeBytes, isExpanding || isTooMuch {
        throw .bomb(ratio: Self.maximumRatio)
      }
      if produced > 0 { try deliver(UnsafeRawBufferPointer(rebasing: output[..<produced])) }
    }
  }

  package func finish() throws(RequestError.Reason) {
    if inputBytes > 0, !decompressor.isAtEnd {
      throw .contentEncoding("the encoded data is truncated")
    }
  }
}

/// Encodes request bodies as gzip, RFC 1952.
package enum BodyCompression {
  /// Larger bodies are not encoded: the encoded body is held in memory, as its length must be known
  /// before it is sent.
  package static let maximumBytes = 256 << 20

  /// Returns the request with its body encoded; unchanged if that would not be shorter, or if it
  /// already has a Content-Encoding.
  package static func compressed(
    _ request: RequestSpecification
  ) throws(RequestError) -> RequestSpecification {
    guard request.body != .none, !request.headers.contains("Content-Encoding") else {
      return request
    }
    do throws(RequestError.Reason) {
      var upload = try BodyUpload(request.body)
      guard let length = upload.length, length <= maximumBytes else { return request }
      var plain: [UInt8] = []
      plain.reserveCapacity(length)
      while let piece = try upload.next() { plain += piece.readableBytesView }
      guard let encoded = gzip(plain), encoded.count < plain.count else { return request }
      var compressed = request
      compressed.body = .bytes(encoded, mediaType: request.body.mediaType)
      compressed.headers.set("Content-Encoding", "gzip")
      return compressed
    } catch {
      throw RequestError(error)
    }
  }

  private static func gzip(_ plain: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 added to zlib's window bits selects gzip.
    let started = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let capacity = Int(deflateBound(&stream, UInt(plain.count)))
    var input = plain
    let encoded = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? capacity - Int(stream.avail_out) : 0
      }
    }
    return encoded.isEmpty ? nil : encoded
  }
}
