import Glibc
import NIOCore
import WirelineCore
internal import WirelineRequests

/// A request body on its way out, piece by piece.
struct BodyUpload {
  /// Bytes in all; nil when the request has no body.
  let length: Int?
  private var segments: ArraySlice<BodySegment>
  private var file: OpenFile?

  /// A piece that a socket buffer holds with ease.
  private static let pieceBytes = 64 * 1024

  init(_ body: RequestBody) throws(RequestError.Reason) {
    segments = body.segments[...]
    if case .none = body {
      length = nil
      return
    }
    var total = 0
    for segment in segments { total += try Self.length(of: segment) }
    length = total
  }

  private static func length(of segment: BodySegment) throws(RequestError.Reason) -> Int {
    switch segment {
    case .bytes(let bytes): return bytes.count
    case .file(let path):
      var facts = stat()
      guard stat(path, &facts) == 0 else { throw .readFailed(path: path, detail: errorText(errno)) }
      guard facts.st_mode & S_IFMT == S_IFREG else {
        throw .readFailed(path: path, detail: "it is not a regular file")
      }
      return Int(facts.st_size)
    }
  }

  /// The next piece; nil at the end.
  mutating func next() throws(RequestError.Reason) -> ByteBuffer? {
    if let piece = try file?.read(Self.pieceBytes) { return piece }
    file = nil
    guard let segment = segments.popFirst() else { return nil }
    switch segment {
    case .bytes(let bytes): return ByteBuffer(bytes: bytes)
    case .file(let path):
      file = try OpenFile(path)
      return try next()
    }
  }
}

/// A file being sent; it must keep the length that was announced for it.
private final class OpenFile {
  private let path: String
  private let descriptor: Int32
  private var left: Int

  init(_ path: String) throws(RequestError.Reason) {
    self.path = path
    // A pipe without a writer would wait, and all other requests with it.
    descriptor = DescriptorShortage.retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0 else {
      left = 0
      throw .readFailed(path: path, detail: errorText(errno))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      left = 0
      throw .readFailed(path: path, detail: "it is not a regular file")
    }
    left = Int(facts.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func read(_ count: Int) throws(RequestError.Reason) -> ByteBuffer? {
    if left == 0 { return nil }
    var buffer = ByteBufferAllocator().buffer(capacity: min(count, left))
    let wanted = min(count, left)
    let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
      max(0, Glibc.read(descriptor, space.baseAddress, wanted))
    }
    guard got > 0 else {
      throw .readFailed(path: path, detail: "it became shorter while it was sent")
    }
    left -= got
    return buffer
  }
}

/// What the C library calls an error number, in lower case.
func errorText(_ number: Int32) -> String {
  "\(SystemErrorText(code: number))"
}
