import CZlib
import NIOCore
internal import WirelineCore
package import WirelineRequests

/// Codes request bodies as gzip, RFC 1952.
package enum BodyCompression {
  /// A larger body is not coded, since its coded form would have to lie in
  /// memory: its length is to be known before it is sent.
  package static let maximumBytes = 256 << 20

  /// The request with its body coded, where that makes it shorter; unchanged
  /// where it does not, or where the request names a coding already.
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
      guard let coded = gzip(plain), coded.count < plain.count else { return request }
      var compressed = request
      compressed.body = .bytes(coded, mediaType: request.body.mediaType)
      compressed.headers.set("Content-Encoding", "gzip")
      return compressed
    } catch {
      throw RequestError(error)
    }
  }

  private static func gzip(_ plain: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 above zlib's window code makes it gzip.
    let started = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let capacity = Int(deflateBound(&stream, UInt(plain.count)))
    var input = plain
    let coded = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? capacity - Int(stream.avail_out) : 0
      }
    }
    return coded.isEmpty ? nil : coded
  }
}
