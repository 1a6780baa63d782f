import CZlib
import NIOCore
import WirelineCore
package import WirelineRequests

/// Decodes `Content-Encoding: gzip` and `deflate` in a stream, with bounds.
final class BodyDecoder {
  private var stream = z_stream()
  private let format: Format
  private let origin: GzipDecoder.Origin
  private var isStarted = false
  private var isAtEnd = false
  private var inputBytes = 0
  private var outputBytes = 0

  enum Format {
    /// RFC 1952, several members allowed; the number is zlib's window code.
    case gzip
    /// RFC 1950, or RFC 1951 as some servers send it.
    case deflate
  }

  /// The highest ratio of decoded to encoded bytes: real text stays below 100, a bomb is near
  /// deflate's 1,032.
  private static let maximumRatio = 250
  /// The ratio is ignored up to this size: a user's own list may repeat a URL a million times.
  private var ratioFreeBytes: Int { origin == .input ? 32 << 20 : 1 << 20 }
  private static let pieceBytes = 64 * 1024

  init(_ format: Format, from origin: GzipDecoder.Origin = .response) {
    self.format = format
    self.origin = origin
  }

  /// The decoder for a response; nil if it is not encoded.
  static func decoder(
    for head: ResponseHead, request: RequestAttempt
  ) throws(RequestError.Reason) -> BodyDecoder? {
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
    case "gzip", "x-gzip": return BodyDecoder(.gzip)
    case "deflate": return BodyDecoder(.deflate)
    default: throw .contentEncoding("unknown encoding \"\(encoding)\"")
    }
  }

  static let offered = "gzip, deflate"

  private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pieceBytes)

  deinit {
    if isStarted { inflateEnd(&stream) }
    output.deallocate()
  }

  /// Delivers the decoded bytes of a piece in small parts, so that a bomb is detected early.
  func decode(
    _ input: UnsafeRawBufferPointer,
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    guard let base = input.baseAddress, input.count > 0 else { return }
    var offset = 0
    while offset < input.count {
      if isAtEnd {
        // A gzip member is followed by another member, or by padding to ignore.
        if origin == .input, input[offset] == 0 {
          offset += 1
          continue
        }
        guard format == .gzip, input[offset] == 0x1F else {
          if origin == .input { throw .followedGzip }
          break
        }
        inflateReset(&stream)
        isAtEnd = false
      }
      if !isStarted { try start(first: input[offset]) }
      stream.next_in = UnsafeMutablePointer(
        mutating: (base + offset).assumingMemoryBound(to: UInt8.self))
      stream.avail_in = UInt32(input.count - offset)
      try drain(deliver)
      let used = input.count - offset - Int(stream.avail_in)
      offset += used
      if used == 0, !isAtEnd { break }
    }
  }

  func finish() throws(RequestError.Reason) {
    if inputBytes > 0, !isAtEnd { throw .contentEncoding("the encoded data is truncated") }
  }

  private func drain(
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    var status = Z_OK
    repeat {
      let before = stream.avail_in
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      status = inflate(&stream, Z_NO_FLUSH)
      inputBytes += Int(before - stream.avail_in)
      let count = output.count - Int(stream.avail_out)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        // Input lines are valid one by one; a response is valid as a whole.
        if origin == .input, count > 0 {
          try deliver(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
        }
        throw .contentEncoding("the encoded data is corrupt")
      }
      outputBytes += count
      if outputBytes > ratioFreeBytes, outputBytes / max(inputBytes, 1) > Self.maximumRatio {
        throw .bomb(ratio: Self.maximumRatio)
      }
      if count > 0 {
        try deliver(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
      }
    } while status == Z_OK && stream.avail_out == 0
    if status == Z_STREAM_END { isAtEnd = true }
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

/// Decodes gzip, RFC 1952, with several members.
// `@unchecked Sendable`: the zlib state is not thread-safe. Each decoder has one owner, a line
// reader or a city import, which calls it from one thread at a time, under its own lock.
package final class GzipDecoder: ContentDecoder, @unchecked Sendable {
  /// The origin of the encoded bytes.
  package enum Origin: Sendable {
    /// A server: bounded like a body, and bytes after the last member are ignored.
    case response
    /// The user: bounded later than a body. Bytes after the last member are an error, because
    /// ignoring them would lose input.
    case input
  }

  private let decoder: BodyDecoder

  package init(_ origin: Origin = .input) { decoder = BodyDecoder(.gzip, from: origin) }

  package func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) { try decoder.decode(bytes, body) }

  package func finish() throws(RequestError.Reason) { try decoder.finish() }
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
