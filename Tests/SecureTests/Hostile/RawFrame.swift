import NIOCore

/// A frame of HTTP/2 (RFC 9113 §4.1), valid or not.
struct RawFrame: Sendable {
  enum Kind: UInt8, Sendable {
    case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate,
      continuation
    case alternativeService = 0x0A
    case origin = 0x0C
    /// Not defined by any RFC.
    case unknown = 0xFA
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let endStream = Flags(rawValue: 0x01)
    static let ack = Flags(rawValue: 0x01)
    static let endHeaders = Flags(rawValue: 0x04)
    static let padded = Flags(rawValue: 0x08)
    static let priority = Flags(rawValue: 0x20)
    static let undefined = Flags(rawValue: 0xD2)
  }

  var kind: Kind
  var flags: Flags
  /// 32 bits, of which the first is reserved.
  var stream: UInt32
  var payload: [UInt8]
  /// The length that the header declares; nil for the correct one.
  var declaredLength: Int?

  var bytes: [UInt8] {
    let length = UInt32(declaredLength ?? payload.count)
    return Self.bytes(length).dropFirst() + [kind.rawValue, flags.rawValue] + Self.bytes(stream)
      + payload
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Splits what a client sends into frames.
struct RawFrameReader {
  struct Frame {
    /// The kind of the frame; nil for one that no RFC defines.
    let kind: RawFrame.Kind?
    let flags: RawFrame.Flags
    let stream: Int
    let payload: ByteBuffer
  }

  private var unread = ByteBuffer()
  private var isPrefaceRead = false
  /// `PRI * HTTP/2.0…`
  private static let prefaceLength = 24
  private static let headerLength = 9

  mutating func append(_ bytes: ByteBuffer) {
    unread.writeImmutableBuffer(bytes)
    if !isPrefaceRead, unread.readSlice(length: Self.prefaceLength) != nil { isPrefaceRead = true }
  }

  /// The next frame; nil if it is incomplete.
  mutating func next() -> Frame? {
    guard isPrefaceRead, let header = unread.getBytes(at: unread.readerIndex, length: 9) else {
      return nil
    }
    let length = header[..<3].reduce(0) { $0 << 8 | Int($1) }
    guard unread.readableBytes >= Self.headerLength + length else { return nil }
    unread.moveReaderIndex(forwardBy: Self.headerLength)
    guard let payload = unread.readSlice(length: length) else { return nil }
    return Frame(
      kind: RawFrame.Kind(rawValue: header[3]), flags: RawFrame.Flags(rawValue: header[4]),
      stream: header[5...].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF, payload: payload)
  }
}

/// Field blocks (RFC 7541) without compression: literals that enter no table.
enum FieldBlock {
  typealias Field = (name: String, value: String)

  static func literals(_ fields: [Field]) -> [UInt8] {
    fields.flatMap { [0x00] + string($0.name) + string($0.value) }
  }

  /// A literal that enters the dynamic table, §6.2.1.
  static func indexed(_ field: Field) -> [UInt8] {
    [0x40] + string(field.name) + string(field.value)
  }

  static func response(_ status: String = "200", _ fields: [Field] = []) -> [UInt8] {
    literals([(":status", status)] + fields)
  }

  /// A response whose fields have this size as SETTINGS_MAX_HEADER_LIST_SIZE counts it: 32 bytes
  /// more than name and value.
  static func response(bytes: Int, fields count: Int) -> [UInt8] {
    let overhead = 32 + "x-1000".utf8.count
    let size = (bytes - 32 - ":status".utf8.count - 3) / count - overhead
    return response(
      "200", (0..<count).map { ("x-\(1000 + $0)", String(repeating: "v", count: size)) })
  }

  private static func string(_ text: String) -> [UInt8] {
    integer(text.utf8.count, prefix: 7) + Array(text.utf8)
  }

  /// §5.1, with zeros before the prefix.
  static func integer(_ value: Int, prefix bits: Int) -> [UInt8] {
    let limit = (1 << bits) - 1
    if value < limit { return [UInt8(value)] }
    var bytes = [UInt8(limit)]
    var rest = value - limit
    while rest >= 128 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
