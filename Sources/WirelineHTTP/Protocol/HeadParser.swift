import Glibc
import WirelineCore
import WirelineRequests

/// Parses a status line and header fields, RFC 9112 §4 and §5.
enum HeadParser {
  /// - Parameter known: fields of earlier heads.
  static func parse(
    _ lines: UnsafeRawBufferPointer, _ known: KnownFields = KnownFields()
  ) throws(RequestError.Reason) -> ResponseHead {
    var rest = lines
    var head = try statusLine(line(&rest))
    var fields: [HeaderFields.Field] = []
    // Most responses have fewer fields.
    fields.reserveCapacity(12)
    while !rest.isEmpty {
      let line = line(&rest)
      if let first = line.first, isSpace(first) {
        try unfold(line, into: &fields)
        continue
      }
      fields.append(try known.field(line, at: fields.count))
      if fields.count > maximumFields {
        throw .protocolViolation("more than \(maximumFields) header fields", as: .oversizedHead)
      }
    }
    head.headers = HeaderFields(fields)
    return head
  }

  /// More fields than any server needs.
  static let maximumFields = 1000

  /// Removes the first line and returns it without its end.
  private static func line(_ rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let all = rest
    guard let start = all.baseAddress, let found = memchr(start, 0x0A, all.count) else {
      rest = part(of: all, all.count..<all.count)
      return all
    }
    // Within the buffer: memchr(3) searches only `all.count` bytes.
    let length = UnsafeRawPointer(found) - start
    rest = part(of: all, (length + 1)..<all.count)
    return part(of: all, 0..<(length > 0 && all[length - 1] == 0x0D ? length - 1 : length))
  }

  private static func part(
    of bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

  /// Parses `HTTP/1.1 200 OK`; the reason phrase is optional.
  private static func statusLine(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError.Reason) -> ResponseHead {
    guard bytes.count >= 12, bytes.starts(with: "HTTP/1.".utf8), bytes[8] == 0x20 else {
      throw .protocolViolation("no HTTP/1.x status line", as: .otherProtocol)
    }
    var status = 0
    for byte in bytes[9..<12] {
      guard isDigit(byte) else { throw .protocolViolation("invalid status", as: .otherProtocol) }
      status = status * 10 + Int(byte - 0x30)
    }
    guard isDigit(bytes[7]), bytes.count == 12 || bytes[12] == 0x20, status >= 100 else {
      throw .protocolViolation("invalid status line", as: .otherProtocol)
    }
    // RFC 9110 §2.5: treats a higher minor version as the highest known.
    var head = ResponseHead(status: status, httpVersion: bytes[7] == 0x30 ? "1.0" : "1.1")
    if bytes.count > 13 {
      head.reason = (try? text(trimmed(part(of: bytes, 13..<bytes.count)))) ?? ""
    }
    return head
  }

  fileprivate static func field(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError.Reason) -> HeaderFields.Field {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x3A, bytes.count) else {
      throw .protocolViolation("header field without a colon", as: .invalidHead)
    }
    let colon = UnsafeRawPointer(found) - base
    // RFC 9112 §5.1 tolerates white space before the colon in responses.
    let name = trimmed(part(of: bytes, 0..<colon))
    guard !name.isEmpty, name.allSatisfy(HeaderFields.isTokenByte) else {
      throw .protocolViolation("invalid character in a header field name", as: .invalidHead)
    }
    return HeaderFields.Field(
      name: String(decoding: name, as: UTF8.self),
      value: try text(trimmed(part(of: bytes, (colon + 1)..<bytes.count))))
  }

  /// Appends a folded line to the previous field, RFC 9112 §5.2.
  private static func unfold(
    _ line: UnsafeRawBufferPointer, into fields: inout [HeaderFields.Field]
  ) throws(RequestError.Reason) {
    guard let last = fields.indices.last else {
      throw .protocolViolation("continuation line without a header field", as: .invalidHead)
    }
    let more = try text(trimmed(line))
    if !more.isEmpty { fields[last].value += fields[last].value.isEmpty ? more : " " + more }
  }

  /// Decodes a field value, usually ASCII. Other bytes are decoded as UTF-8 if valid, else as
  /// Latin-1 (obs-text of RFC 9110 §5.5).
  private static func text(
    _ value: UnsafeRawBufferPointer
  ) throws(RequestError.Reason) -> String {
    guard let start = value.baseAddress else { return "" }
    // RFC 9110 §5.5: rejects CR and NUL.
    if memchr(start, 0x0D, value.count) != nil || memchr(start, 0, value.count) != nil {
      throw .protocolViolation("control character in a header field", as: .invalidHead)
    }
    var all: UInt8 = 0
    for byte in value { all |= byte }
    // Almost every value is ASCII, which needs no validation.
    if all < 0x80 { return String(decoding: value, as: UTF8.self) }
    return String(validating: value, as: UTF8.self)
      ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return part(of: bytes, start..<end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// The field lines of the last head of a connection. A server repeats most of them, and a repeated
/// line is neither checked nor decoded again, which would take ten times as long.
final class KnownFields {
  // A connection that is idle should not hold more.
  private var lines = [(bytes: [UInt8], field: HeaderFields.Field?)](
    repeating: ([], nil), count: 16)
  private static let maximumBytes = 256

  /// - Parameter number: the number of the field in its head, from 0.
  func field(
    _ line: UnsafeRawBufferPointer, at number: Int
  ) throws(RequestError.Reason) -> HeaderFields.Field {
    guard number < lines.count, line.count <= Self.maximumBytes else {
      return try HeadParser.field(line)
    }
    let isKnown = lines[number].bytes.withUnsafeBytes { $0.isEqual(to: line) }
    if isKnown, let field = lines[number].field { return field }
    let field = try HeadParser.field(line)
    lines[number] = (Array(line), field)
    return field
  }
}

/// Collects a header section from pieces of any size. A section within one piece is not copied.
struct HeaderSection {
  private var collected: [UInt8] = []
  /// The number of bytes of `collected` that were searched for the end.
  private var searched = 0
  /// The number of bytes of empty lines before the section.
  private var skipped = 0

  static let maximumBytes = 256 * 1024
  /// Eight lines of CR LF. RFC 9112 §2.2 asks to ignore at least one; endless ones would count as
  /// progress, and the request would never time out.
  private static let maximumSkippedBytes = 16

  /// The beginning of every status line (RFC 9112 §4), checked early to reject other protocols.
  private static let beginning = Array("HTTP/1.".utf8)

  var count: Int { collected.count }

  /// Reads the section when it is complete; nil while it is not.
  ///
  /// - Parameters:
  ///   - offset: the position in the piece; advanced past the section.
  ///   - parse: parses the lines, without the empty one.
  mutating func read<Value>(
    _ piece: UnsafeRawBufferPointer, from offset: inout Int,
    parse: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Value
  ) throws(RequestError.Reason) -> Value? {
    if collected.isEmpty {
      try skipEmptyLines(piece, &offset)
      var searched = offset
      if let end = Self.end(in: piece, from: &searched) {
        let lines = UnsafeRawBufferPointer(rebasing: piece[offset..<end.section])
        offset = end.next
        skipped = 0
        if lines.count > Self.maximumBytes { throw Self.overflow }
        return try parse(lines)
      }
    }
    let before = collected.count
    collected += piece[offset...]
    // Otherwise the request would time out if a server of a different protocol sends its greeting
    // and waits.
    if before < Self.beginning.count,
      !collected.prefix(Self.beginning.count).elementsEqual(
        Self.beginning.prefix(collected.count))
    {
      throw .protocolViolation("no HTTP/1.x status line", as: .otherProtocol)
    }
    let end = collected.withUnsafeBytes { Self.end(in: $0, from: &searched) }
    guard let end else {
      offset = piece.count
      if collected.count > Self.maximumBytes { throw Self.overflow }
      return nil
    }
    // The first `before` bytes came with earlier pieces.
    offset += end.next - before
    defer { (collected, searched, skipped) = ([], 0, 0) }
    return try collected.withUnsafeBufferPointer { bytes throws(RequestError.Reason) in
      try parse(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<end.section]))
    }
  }

  static var overflow: RequestError.Reason {
    .protocolViolation("the header section is larger than \(maximumBytes / 1024) KiB")
  }

  /// RFC 9112 §2.2: ignores empty lines before a message, which some servers send after a body.
  private mutating func skipEmptyLines(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(RequestError.Reason) {
    while offset < piece.count, piece[offset] == 0x0D || piece[offset] == 0x0A {
      offset += 1
      skipped += 1
      if skipped > Self.maximumSkippedBytes {
        throw .protocolViolation("too many empty lines before the status line", as: .invalidHead)
      }
    }
  }

  /// Finds the end of the last line and of the empty line after it; lines end in CRLF or LF.
  private static func end(
    in bytes: UnsafeRawBufferPointer, from searched: inout Int
  ) -> (section: Int, next: Int)? {
    guard let base = bytes.baseAddress else { return nil }
    while let found = memchr(base + searched, 0x0A, bytes.count - searched) {
      let section = UnsafeRawPointer(found) - base + 1
      var next = section
      if next < bytes.count, bytes[next] == 0x0D { next += 1 }
      // If the empty line has not arrived yet, this line is searched again later.
      guard next < bytes.count else { return nil }
      if bytes[next] == 0x0A { return (section, next + 1) }
      searched = section
    }
    return nil
  }
}
