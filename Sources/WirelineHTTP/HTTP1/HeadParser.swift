import Glibc
import WirelineCore
internal import WirelineRequests

/// A status line and header fields, RFC 9112 §4 and §5.
enum HeadParser {
  /// - Parameter lines: whole lines, each with its end, the first not empty.
  static func parse(
    _ lines: UnsafeRawBufferPointer
  ) throws(RequestError.Reason) -> ResponseHead {
    var unknown = KnownFields()
    return try parse(lines, &unknown)
  }

  /// - Parameters:
  ///   - lines: whole lines, each with its end, the first not empty.
  ///   - known: what the head before it said; this one is remembered in its place.
  static func parse(
    _ lines: UnsafeRawBufferPointer, _ known: inout KnownFields
  ) throws(RequestError.Reason) -> ResponseHead {
    var rest = lines[...]
    var head = try statusLine(line(&rest))
    var fields: [HeaderFields.Field] = []
    fields.reserveCapacity(12)
    var places: [Range<Int>] = []
    places.reserveCapacity(12)
    var isFolded = false
    while !rest.isEmpty {
      let line = line(&rest)
      if let first = line.first, isSpace(first) {
        try unfold(line, into: &fields)
        isFolded = true
      } else {
        if let same = known.field(fields.count, UnsafeRawBufferPointer(rebasing: line)) {
          fields.append(same)
        } else {
          fields.append(try field(line))
        }
        places.append(line.startIndex..<line.endIndex)
        if fields.count > maximumFields {
          throw .protocolViolation("more than \(maximumFields) header fields")
        }
      }
    }
    // A field that goes on in another line is more than its own line says.
    if isFolded { known = KnownFields() } else { known.remember(lines, places, fields) }
    head.headers = HeaderFields(fields)
    return head
  }

  /// More fields than any server has a use for.
  static let maximumFields = 1000

  /// Cuts off the first line, without its end.
  private static func line(_ rest: inout Slice<UnsafeRawBufferPointer>)
    -> Slice<UnsafeRawBufferPointer>
  {
    let base = UnsafeRawBufferPointer(rebasing: rest)
    guard let start = base.baseAddress, let found = memchr(start, 0x0A, base.count) else {
      defer { rest = rest[rest.endIndex...] }
      return rest
    }
    let length = UnsafeRawPointer(found) - start
    let end = rest.startIndex + length
    defer { rest = rest[(end + 1)...] }
    return rest[rest.startIndex..<(length > 0 && base[length - 1] == 0x0D ? end - 1 : end)]
  }

  /// `HTTP/1.1 200 OK`; the reason phrase may be missing, and is not kept.
  private static func statusLine(
    _ line: Slice<UnsafeRawBufferPointer>
  ) throws(RequestError.Reason) -> ResponseHead {
    let bytes = UnsafeRawBufferPointer(rebasing: line)
    guard bytes.count >= 12, bytes.starts(with: "HTTP/1.".utf8), bytes[8] == 0x20 else {
      throw .protocolViolation("it does not begin with an HTTP/1.x status line")
    }
    var status = 0
    for byte in bytes[9..<12] {
      guard isDigit(byte) else { throw .protocolViolation("invalid status") }
      status = status * 10 + Int(byte - 0x30)
    }
    guard isDigit(bytes[7]), bytes.count == 12 || bytes[12] == 0x20, status >= 100 else {
      throw .protocolViolation("invalid status line")
    }
    // RFC 9110 §2.5: a higher minor version is read as the highest known.
    return ResponseHead(status: status, httpVersion: bytes[7] == 0x30 ? "1.0" : "1.1")
  }

  private static func field(
    _ line: Slice<UnsafeRawBufferPointer>
  ) throws(RequestError.Reason) -> HeaderFields.Field {
    let bytes = UnsafeRawBufferPointer(rebasing: line)
    guard let base = bytes.baseAddress, let found = memchr(base, 0x3A, bytes.count) else {
      throw .protocolViolation("a header field without a colon")
    }
    let colon = UnsafeRawPointer(found) - base
    // White space before the colon is an error that RFC 9112 §5.1 lets pass
    // in answers once it is removed.
    let name = trimmed(bytes[..<colon])
    guard !name.isEmpty, name.allSatisfy(HeaderFields.isTokenByte) else {
      throw .protocolViolation("invalid character in a header field's name")
    }
    return HeaderFields.Field(
      name: String(decoding: name, as: UTF8.self), value: try text(trimmed(bytes[(colon + 1)...])))
  }

  /// A line that goes on with the field before it, RFC 9112 §5.2.
  private static func unfold(
    _ line: Slice<UnsafeRawBufferPointer>, into fields: inout [HeaderFields.Field]
  ) throws(RequestError.Reason) {
    guard let last = fields.indices.last else {
      throw .protocolViolation("a folded line without a header field before it")
    }
    let more = try text(trimmed(line))
    if !more.isEmpty { fields[last].value += fields[last].value.isEmpty ? more : " " + more }
  }

  /// A field's value: ASCII as a rule. Other bytes are UTF-8 where they are
  /// valid as such, else Latin-1, which RFC 9110 §5.5 calls obs-text.
  private static func text(
    _ slice: Slice<UnsafeRawBufferPointer>
  ) throws(RequestError.Reason) -> String {
    let value = UnsafeRawBufferPointer(rebasing: slice)
    var all: UInt8 = 0
    var hasForbidden = false
    for byte in value {
      all |= byte
      // RFC 9110 §5.5: CR and NUL must not get through.
      if byte == 0x00 || byte == 0x0D { hasForbidden = true }
    }
    if hasForbidden { throw .protocolViolation("a control character in a header field") }
    if all < 0x80 { return String(decoding: value, as: UTF8.self) }
    return String(validating: value, as: UTF8.self)
      ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
