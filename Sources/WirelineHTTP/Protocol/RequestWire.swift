import Glibc
import NIOCore
import WirelineCore
import WirelineRequests

/// Writes the head of a request, RFC 9112 §3.
enum RequestWire {
  /// Appends request line and header section.
  ///
  /// - Parameter proxyFields: the fields for a proxy, which gets the whole URL; nil without one.
  static func write(
    _ request: RequestAttempt, body: BodyUpload, proxyFields: HeaderFields?,
    to buffer: inout ByteBuffer
  ) {
    let headers = request.headers
    // Most requests are shorter. A piece costs half as much in an array as in the buffer.
    var head: [UInt8] = []
    head.reserveCapacity(512)
    add(request.method, to: &head)
    head.append(0x20)
    if proxyFields != nil { add(request.url.origin, to: &head) }
    add(request.url.path, to: &head)
    if let query = request.url.query {
      head.append(0x3F)
      add(query, to: &head)
    }
    add(request.usesHTTP10 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n", to: &head)
    // RFC 9110 §7.2: Host goes first.
    if !request.omitsHost, !headers.contains("Host") {
      field("Host", value: request.url.authority, to: &head)
    }
    for entry in headers.fields where !isFraming(entry.name) {
      // Only for the next proxy, RFC 9110 §11.7.2.
      if proxyFields == nil, entry.name.isSameFieldName(as: "Proxy-Authorization") { continue }
      field(entry.name, value: entry.value, to: &head)
    }
    if body.isChunked {
      field("Transfer-Encoding", value: "chunked", to: &head)
    } else if let length = body.length {
      field("Content-Length", value: String(length), to: &head)
    } else if expectsBody(request.method) {
      field("Content-Length", value: "0", to: &head)
    }
    if let proxyFields {
      for entry in proxyFields.fields where !headers.contains(entry.name) {
        field(entry.name, value: entry.value, to: &head)
      }
    }
    add("\r\n", to: &head)
    buffer.writeBytes(head)
  }

  /// `CONNECT host:port`, RFC 9110 §9.3.6.
  static func writeConnect(
    to url: RequestURL, fields: HeaderFields, usesHTTP10: Bool = false,
    to buffer: inout ByteBuffer
  ) {
    let host = url.isIPv6 ? "[\(url.host)]" : url.host
    let authority = "\(host):\(url.port)"
    let version = usesHTTP10 ? "1.0" : "1.1"
    var head = Array("CONNECT \(authority) HTTP/\(version)\r\n".utf8)
    if !fields.contains("Host") { field("Host", value: authority, to: &head) }
    for entry in fields.fields { field(entry.name, value: entry.value, to: &head) }
    head += "\r\n".utf8
    buffer.writeBytes(head)
  }

  private static func field(_ name: String, value: String, to head: inout [UInt8]) {
    add(name, to: &head)
    head.append(0x3A)
    head.append(0x20)
    add(value, to: &head)
    head.append(0x0D)
    head.append(0x0A)
  }

  private static func add(_ text: String, to head: inout [UInt8]) {
    var text = text
    text.withUTF8 { head.append(contentsOf: $0) }
  }

  /// Framing fields are derived from the body and never taken from a record.
  private static func isFraming(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: name.isSameFieldName(as: "Content-Length")
    case 17: name.isSameFieldName(as: "Transfer-Encoding")
    default: false
    }
  }

  /// RFC 9110 §8.6: methods that send Content-Length: 0 without a body.
  static func expectsBody(_ method: String) -> Bool {
    method == "POST" || method == "PUT" || method == "PATCH"
  }
}

struct BodyUpload {
  /// The length in bytes; nil without a body, or if it is not known.
  let length: Int?
  /// Whether the length is not announced.
  let isChunked: Bool
  /// The input that the body is read from; nil for a body that is complete.
  let input: InputStream?
  private var segments: ArraySlice<BodySegment>
  private var file: OpenFile?

  private static let pieceBytes = 64 * 1024

  /// - Parameter isChunked: whether not to announce the length.
  init(_ body: RequestBody, isChunked: Bool = false) throws(RequestError.Reason) {
    segments = body.segments[...]
    if case .none = body {
      (length, self.isChunked, input) = (nil, false, nil)
      return
    }
    if case .file(RequestBody.inputPath, _) = body { input = .standard } else { input = nil }
    self.isChunked = input != nil || isChunked
    if let input {
      length = nil
      try input.begin()
      return
    }
    var total = 0
    for segment in segments { total += try Self.length(of: segment) }
    length = isChunked ? nil : total
  }

  /// Returns a piece in the chunked transfer coding, RFC 9112 §7.1; nil is the end.
  static func chunk(_ piece: ByteBuffer?) -> ByteBuffer {
    guard let piece else { return ByteBuffer(string: "0\r\n\r\n") }
    var chunk = ByteBuffer(string: String(piece.readableBytes, radix: 16) + "\r\n")
    chunk.writeImmutableBuffer(piece)
    chunk.writeString("\r\n")
    return chunk
  }

  private static func length(of segment: BodySegment) throws(RequestError.Reason) -> Int {
    switch segment {
    case .bytes(let bytes): bytes.count
    case .file(let path): try OpenFile(path).left
    }
  }

  /// The next piece; nil at the end.
  mutating func next() throws(RequestError.Reason) -> ByteBuffer? {
    if let input { return try input.next() }
    if let piece = try file?.read(Self.pieceBytes) { return piece }
    file = nil
    guard let segment = segments.popFirst() else { return nil }
    switch segment {
    // An empty chunk would end the body.
    case .bytes(let bytes): return bytes.isEmpty ? try next() : ByteBuffer(bytes: bytes)
    case .file(let path):
      file = try OpenFile(path)
      return try next()
    }
  }
}

/// A file being sent. Its length must not change.
private final class OpenFile {
  private let path: String
  private let descriptor: Int32
  private(set) var left: Int

  init(_ path: String) throws(RequestError.Reason) {
    self.path = path
    // Opening a pipe without a writer would block the event loop.
    descriptor = DescriptorShortage.retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      left = 0
      throw .readFailed(path: path, detail: SystemErrorText(code: errno).description)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      left = 0
      throw .readFailed(path: path, detail: "not a regular file")
    }
    left = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func read(_ count: Int) throws(RequestError.Reason) -> ByteBuffer? {
    if left == 0 { return nil }
    var buffer = ByteBufferAllocator().buffer(capacity: min(count, left))
    let wanted = min(count, left)
    // Reads into the buffer itself. The closure returns the number of initialized bytes.
    let readCount = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
      max(0, Glibc.read(descriptor, space.baseAddress, wanted))
    }
    guard readCount > 0 else {
      throw .readFailed(path: path, detail: "the file became shorter while being sent")
    }
    left -= readCount
    return buffer
  }
}
