import CZlib
import WirelineCore
internal import WirelineRequests

/// Undoes `Content-Encoding: gzip` and `deflate`, streaming and bounded.
final class BodyDecoder {
  private var stream = z_stream()
  private let format: Format
  private let origin: GzipDecoder.Origin
  private var isStarted = false
  private var isAtEnd = false
  private var taken = 0
  private var given = 0

  enum Format {
    /// RFC 1952, several members allowed; the number is zlib's window code.
    case gzip
    /// RFC 1950 by the standard, RFC 1951 as some servers send it.
    case deflate
  }

  /// Bytes out for each byte in, once there are many: real text stays below 100, a bomb is near
  /// deflate's 1,032.
  private static let maximumRatio = 250
  /// The ratio is ignored up to here: a user's own list may repeat one URL a million times, a body
  /// from a server has no reason to.
  private var ratioFreeBytes: Int { origin == .input ? 32 << 20 : 1 << 20 }
  private static let pieceBytes = 64 * 1024

  init(_ format: Format, from origin: GzipDecoder.Origin = .answer) {
    self.format = format
    self.origin = origin
  }

  /// The decoder that an answer needs; nil where there is nothing to undo.
  static func decoder(
    for head: ResponseHead, request: RequestAttempt
  ) throws(RequestError.Reason) -> BodyDecoder? {
    guard head.headers.contains("Content-Encoding") else { return nil }
    // Answers that have no content describe what a GET would have brought.
    if request.method == "HEAD" || head.status == 204 || head.status == 304 { return nil }
    // Who names the codings wants the coded bytes; a range of them cannot be
    // decoded at all.
    if let asked = request.headers["Accept-Encoding"], asked != offered { return nil }
    if head.status == 206 { return nil }
    let codings = head.headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces.lowercased() }
      .filter { $0 != "identity" && !$0.isEmpty }
    guard let coding = codings.first else { return nil }
    guard codings.count == 1 else {
      throw .contentEncoding("several codings: \(codings.joined(separator: ", "))")
    }
    switch coding {
    case "gzip", "x-gzip": return BodyDecoder(.gzip)
    case "deflate": return BodyDecoder(.deflate)
    default: throw .contentEncoding("unknown coding \"\(coding)\"")
    }
  }

  /// What we send as `Accept-Encoding` where we ask for it.
  static let offered = "gzip, deflate"

  /// Where decoded bytes lie until they have been delivered.
  private let space = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pieceBytes)

  deinit {
    if isStarted { inflateEnd(&stream) }
    space.deallocate()
  }

  /// Hands the decoded bytes of a piece on, a few at a time, so that a bomb is
  /// seen in time.
  func decode(
    _ input: UnsafeRawBufferPointer,
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    guard let base = input.baseAddress, input.count > 0 else { return }
    var offset = 0
    while offset < input.count {
      if isAtEnd {
        // What follows a gzip member is another member, or padding to ignore.
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

  /// The body is whole; so must the coded stream be.
  func finish() throws(RequestError.Reason) {
    if taken > 0, !isAtEnd { throw .contentEncoding("the coded stream is cut short") }
  }

  private func drain(
    _ deliver: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) {
    var status = Z_OK
    repeat {
      let before = stream.avail_in
      stream.next_out = space.baseAddress
      stream.avail_out = UInt32(space.count)
      status = inflate(&stream, Z_NO_FLUSH)
      taken += Int(before - stream.avail_in)
      let count = space.count - Int(stream.avail_out)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        // Lines of input are good or not one by one; of an answer nothing is.
        if origin == .input, count > 0 {
          try deliver(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(space)[..<count]))
        }
        throw .contentEncoding("the coded stream is damaged")
      }
      given += count
      if given > ratioFreeBytes, given / max(taken, 1) > Self.maximumRatio {
        throw .bomb(ratio: Self.maximumRatio)
      }
      if count > 0 {
        try deliver(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(space)[..<count]))
      }
    } while status == Z_OK && stream.avail_out == 0
    if status == Z_STREAM_END { isAtEnd = true }
  }

  private func start(first byte: UInt8) throws(RequestError.Reason) {
    let window: Int32 =
      switch format {
      case .gzip: 15 + 16
      // RFC 1950 §2.2: the low four bits of a zlib stream say 8.
      case .deflate: byte & 0x0F == 8 ? 15 : -15
      }
    let status = inflateInit2_(
      &stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .contentEncoding("zlib does not start") }
    isStarted = true
  }
}
