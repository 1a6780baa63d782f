import CZlib
import NIOCore
import WirelineCore
package import WirelineRequests

/// The encodings of response bodies, RFC 9110 §8.4.
enum ContentEncoding {
  /// Without deflate, which servers send in two formats and which is never shorter than gzip.
  static let offered = "gzip, br, zstd"

  private static let maximumEncodings = 5

  /// The decoders for a response, in the order of their use; empty if it is not encoded.
  static func decoders(
    for head: ResponseHead, request: RequestAttempt
  ) throws(RequestError.Reason) -> [BoundedDecompressor] {
    guard head.headers.contains("Content-Encoding") else { return [] }
    // Responses without content describe what GET would return.
    if request.method == "HEAD" || head.status == 204 || head.status == 304 { return [] }
    // A caller who sets Accept-Encoding wants the encoded bytes; a range of them cannot be decoded.
    if let requested = request.headers["Accept-Encoding"], requested != offered { return [] }
    if head.status == 206 { return [] }
    let encodings = head.headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces.lowercased() }
      .filter { !["identity", "none", ""].contains($0) }
    guard encodings.count <= maximumEncodings else {
      throw .contentEncoding("more than \(maximumEncodings) encodings")
    }
    var decoders: [BoundedDecompressor] = []
    for encoding in encodings.reversed() {
      decoders.append(try decoder(encoding, after: decoders.first))
    }
    return decoders
  }

  private static func decoder(
    _ encoding: String, after first: BoundedDecompressor?
  ) throws(RequestError.Reason) -> BoundedDecompressor {
    let decompressor: any Decompressor =
      switch encoding {
      case "gzip", "x-gzip": ZlibDecompressor(.gzip, of: .whole)
      case "deflate": ZlibDecompressor(.deflate, of: .whole)
      case "br": try converting(RequestError.Reason.init, BrotliDecompressor.init)
      case "zstd": ZstdDecompressor(of: .whole)
      default: throw .contentEncoding("unknown encoding \"\(encoding)\"")
      }
    return BoundedDecompressor(decompressor, of: .whole, after: first)
  }
}

extension [BoundedDecompressor] {
  /// Passes on the bytes of a chunk that all decoders from an index on have decoded.
  func decode(
    _ chunk: UnsafeRawBufferPointer, from index: Int = 0,
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    guard index < count else { return try deliver(chunk) }
    try self[index].decode(chunk) { piece throws(RequestError.Reason) in
      try decode(piece, from: index + 1, deliver)
    }
  }
}

extension BoundedDecompressor {
  /// Passes on the decoded bytes of a chunk.
  func decode(
    _ chunk: UnsafeRawBufferPointer,
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    var rest = chunk
    while let piece = try converting(
      RequestError.Reason.init, { () throws(DecompressionError) in try next(&rest) })
    {
      try deliver(piece)
    }
  }
}

extension RequestError.Reason {
  init(_ error: DecompressionError) {
    if case .bomb(let ratio) = error {
      self = .bomb(ratio: ratio)
    } else {
      self = .contentEncoding(error.description)
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
    // Enough for a single call of deflate() with Z_FINISH, as zlib promises.
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
