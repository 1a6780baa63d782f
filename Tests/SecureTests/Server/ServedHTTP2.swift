import NIOCore
import NIOHPACK
import NIOHTTP2
import TestSupport

/// A request received by the server.
struct HTTP2Request: Sendable {
  let fields: [(name: String, value: String)]
  var body: [UInt8] = []
  /// The number of the connection, from 1.
  let connection: Int
  let stream: Int

  /// The first value of a field or pseudo-field.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
  var path: String { self[":path"] ?? "" }
}

/// A step of the server's response.
enum HTTP2Step: Sendable {
  /// Head, body, and the end of the stream.
  case respond(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = [])
  case head(status: Int = 200, headers: [(String, String)] = [], ends: Bool = false)
  case data([UInt8], ends: Bool = false)
  case trailers([(String, String)])
  case reset(HTTP2ErrorCode)
  case close

  static func respond(_ text: String) -> HTTP2Step { .respond(body: Array(text.utf8)) }
}

/// A server's HTTP/2 connection, which follows the script.
final class ServedHTTP2: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private let connection: Int
  private let log: Monitor<[HTTP2Request]>
  private let respond: @Sendable (HTTP2Request) -> [HTTP2Step]
  private var open: [HTTP2StreamID: HTTP2Request] = [:]

  init(
    connection: Int, log: Monitor<[HTTP2Request]>,
    _ respond: @escaping @Sendable (HTTP2Request) -> [HTTP2Step]
  ) {
    self.connection = connection
    self.log = log
    self.respond = respond
  }

  /// The framing layer, which does not validate what the server sends.
  static func framing() -> NIOHTTP2Handler {
    NIOHTTP2Handler(
      mode: .server, initialSettings: [], headerBlockValidation: .disabled,
      contentLengthValidation: .disabled)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let section):
      open[frame.streamID] = HTTP2Request(
        fields: section.headers.map { ($0.name, $0.value) }, connection: connection,
        stream: Int(frame.streamID))
      if section.endStream { serve(frame.streamID, context) }
    case .data(let data):
      guard case .byteBuffer(let piece) = data.data else { return }
      open[frame.streamID]?.body += Array(piece.readableBytesView)
      let weight = piece.readableBytes
      if weight > 0 {
        send(.rootStream, .windowUpdate(windowSizeIncrement: weight), context)
        if !data.endStream {
          send(frame.streamID, .windowUpdate(windowSizeIncrement: weight), context)
        }
      }
      if data.endStream { serve(frame.streamID, context) }
    default: break
    }
  }

  private func serve(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
    guard let request = open.removeValue(forKey: id) else { return }
    log.withLock { $0.append(request) }
    for step in respond(request) { play(step, on: id, context) }
    context.flush()
  }

  private func play(
    _ step: HTTP2Step, on id: HTTP2StreamID, _ context: ChannelHandlerContext
  ) {
    switch step {
    case .respond(let status, let headers, let body):
      send(id, head(status, headers, ends: body.isEmpty), context)
      if !body.isEmpty { send(id, data(body, ends: true), context) }
    case .head(let status, let headers, let ends):
      send(id, head(status, headers, ends: ends), context)
    case .data(let bytes, let ends): send(id, data(bytes, ends: ends), context)
    case .trailers(let fields):
      send(id, .headers(.init(headers: HPACKHeaders(fields), endStream: true)), context)
    case .reset(let code): send(id, .rstStream(code), context)
    case .close: context.close(promise: nil)
    }
  }

  private func head(
    _ status: Int, _ headers: [(String, String)], ends: Bool
  ) -> HTTP2Frame.FramePayload {
    .headers(
      .init(headers: HPACKHeaders([(":status", String(status))] + headers), endStream: ends))
  }

  private func data(_ bytes: [UInt8], ends: Bool) -> HTTP2Frame.FramePayload {
    .data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)), endStream: ends))
  }

  private func send(
    _ id: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext
  ) {
    context.writeAndFlush(
      wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A client may reset a stream.
  }
}
