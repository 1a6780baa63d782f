import NIOHTTP2

/// A step of a hostile server.
indirect enum HostileStep: Sendable {
  case frame(Frame)
  case goAway(last: StreamRole, HTTP2ErrorCode)
  /// Bytes that are not a complete frame.
  case bytes([UInt8])
  case repeated(Int, [HostileStep])
  /// Repeats a frame until the client closes the connection.
  case endless(Frame)
  /// Performs a step every 250 ms, because the client's timeout is measured with a clock.
  case slowly([HostileStep])
  /// The correct response to a request.
  case answer(StreamRole = .bad)
  case until(Event)
  /// Closes the connection, with close_notify or without it.
  case close
  case cut

  /// A frame whose stream is known when it is sent.
  struct Frame: Sendable {
    let kind: RawFrame.Kind
    var flags: RawFrame.Flags = []
    var stream = StreamRole.connection
    var payload: [UInt8] = []
    var declaredLength: Int?
  }

  /// An action of the client.
  enum Event: Sendable {
    /// It has sent this number of requests on the connection.
    case requests(Int)
    /// It has sent this number of bytes of the bad request's body.
    case uploaded(Int)
    /// It has reset the stream of the bad request.
    case reset
    /// It has acknowledged all `countedPing` frames.
    case pong
  }
}

/// A stream, by its role in the scenario.
enum StreamRole: Sendable {
  /// Stream 0.
  case connection
  /// The stream of the bad request.
  case bad
  /// The streams of the good requests before and after the bad one.
  case below, above
  /// The stream of the good POST.
  case post
  /// The stream that the client will open next.
  case idle
  case number(UInt32)

  static let even = StreamRole.number(2)
  static let maximum = StreamRole.number(0x7FFF_FFFF)
}

/// Settings, RFC 9113 §6.5.2.
enum SettingName: UInt16, Sendable {
  case headerTableSize = 1, enablePush, maximumStreams, initialWindow, maximumFrame,
    maximumHeaderList
  /// RFC 8441.
  case enableConnect = 8
  /// Not defined by any RFC.
  case unknown = 0xFAFA
}

extension HostileStep {
  static func frame(
    _ kind: RawFrame.Kind, _ flags: RawFrame.Flags, on stream: StreamRole = .bad,
    _ payload: [UInt8] = []
  ) -> Self {
    .frame(Frame(kind: kind, flags: flags, stream: stream, payload: payload))
  }

  static func frame(
    _ kind: RawFrame.Kind, on stream: StreamRole = .bad, _ payload: [UInt8] = [],
    declared length: Int? = nil
  ) -> Self {
    .frame(Frame(kind: kind, stream: stream, payload: payload, declaredLength: length))
  }

  static func head(
    _ status: String = "200", _ fields: [FieldBlock.Field] = [], on stream: StreamRole = .bad,
    ends: Bool = false
  ) -> Self {
    section(FieldBlock.response(status, fields), on: stream, ends: ends)
  }

  static func trailers(_ fields: [FieldBlock.Field], ends: Bool = true) -> Self {
    section(FieldBlock.literals(fields), ends: ends)
  }

  /// A HEADERS frame with these bytes.
  static func section(
    _ block: [UInt8], on stream: StreamRole = .bad, ends: Bool = false
  ) -> Self {
    .frame(.headers, ends ? [.endHeaders, .endStream] : .endHeaders, on: stream, block)
  }

  /// A HEADERS frame and CONTINUATION frames with pieces of these bytes.
  static func section(_ block: [UInt8], inPiecesOf size: Int, ends: Bool = false) -> Self {
    let starts = Array(stride(from: 0, to: block.count, by: size))
    let pieces = starts.map { start -> Self in
      let piece = Array(block[start..<min(start + size, block.count)])
      var flags: RawFrame.Flags = start == starts.last ? .endHeaders : []
      if start == 0, ends { flags.insert(.endStream) }
      return .frame(start == 0 ? .headers : .continuation, flags, piece)
    }
    return .repeated(1, pieces)
  }

  static func data(
    _ text: String = "", on stream: StreamRole = .bad, ends: Bool = false
  ) -> Self {
    .frame(.data, ends ? .endStream : [], on: stream, Array(text.utf8))
  }

  /// The body of the correct response to a GET.
  static let body = data("GET /bad 0", ends: true)

  static func reset(_ code: HTTP2ErrorCode, on stream: StreamRole = .bad) -> Self {
    .frame(.reset, on: stream, RawFrame.bytes(UInt32(http2ErrorCode: code)))
  }

  static func settings(
    _ values: KeyValuePairs<SettingName, UInt32> = [:], on stream: StreamRole = .connection
  ) -> Self {
    let payload = values.flatMap { name, value in
      [UInt8(name.rawValue >> 8), UInt8(truncatingIfNeeded: name.rawValue)]
        + RawFrame.bytes(value)
    }
    return .frame(.settings, on: stream, payload)
  }

  static func ping(_ payload: [UInt8] = Array("12345678".utf8)) -> Self {
    .frame(.ping, on: .connection, payload)
  }

  /// A PING frame for `Event.pong`.
  static let countedPing = ping(Array("in order".utf8))

  /// The payload of a frame; empty for other steps.
  var payload: [UInt8] { if case .frame(let frame) = self { frame.payload } else { [] } }

  static func windowUpdate(_ increment: UInt32, on stream: StreamRole = .bad) -> Self {
    .frame(.windowUpdate, on: stream, RawFrame.bytes(increment))
  }

  static func goAway(_ last: StreamRole, _ code: HTTP2ErrorCode = .noError) -> Self {
    .goAway(last: last, code)
  }
}
