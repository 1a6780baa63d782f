import NIOCore
import NIOEmbedded
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// A connection pool whose connections end in memory: frames out, frames in, and a clock that the
/// test moves.
final class ServedFrames {
  let loop = EmbeddedEventLoop()
  private(set) var servers: [Server] = []
  /// Whether the sockets of new connections have room.
  var isWritable = true
  /// The text that new connections receive before the request is sent.
  var greeting: String?
  private var pool: Connections?

  /// - Parameter isHTTP1: whether the servers speak HTTP/1.1 instead of HTTP/2.
  init(isHTTP1: Bool = false) {
    let (configuration, loop) = (HTTPClientConfiguration(), loop)
    pool = Connections(
      configuration, on: loop,
      connect: { [unowned self] _, _, _ in loop.makeCompletedFuture { try connect() } },
      makeConnection: {
        isHTTP1
          ? HTTP1Connection($0, to: $1, owner: $2) : HTTP2Connection($0, to: $1, owner: $2)
      })
  }

  private func connect() throws -> OpenedChannel {
    let channel = EmbeddedChannel(loop: loop)
    channel.isWritable = isWritable
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 443), promise: nil)
    let server = Server(channel)
    servers.append(server)
    if let greeting { loop.execute { server.write(Array(greeting.utf8)) } }
    return OpenedChannel(
      channel: channel, speaksHTTP2: true, timing: ConnectionTiming(isDetailed: false))
  }

  /// Starts a request.
  func send(
    _ path: String, method: String = "GET", body: String? = nil,
    timeout: Duration = .seconds(30)
  ) throws -> Received {
    var attempt = RequestAttempt(
      RequestSpecification(
        method: method, url: try RequestURL("https://h.test" + path),
        body: body.map { .bytes(Array($0.utf8), mediaType: "text/plain") } ?? .none))
    attempt.limits.idleTimeout = timeout
    let received = Received()
    pool?.run(HTTPExchange(attempt, for: received))
    loop.run()
    return received
  }

  func advance(by time: NIOCore.TimeAmount) { loop.advanceTime(by: time) }

  /// Closes the idle connections.
  func close() { pool?.close() }
}

/// The outcome of a request.
final class Received: AttemptReceiver, ResponseSink, @unchecked Sendable {
  // `@unchecked Sendable`: used on the test's thread only.
  private(set) var heads: [ResponseHead] = []
  private(set) var body = ""
  private(set) var result: Result<AttemptResult, RequestError>?
  var hasDelivered: Bool { !body.isEmpty }

  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink {
    heads.append(head)
    return self
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    body += String(decoding: bytes, as: UTF8.self)
  }

  func finish(_ result: Result<AttemptResult, RequestError>) { self.result = result }

  /// `200 body`, an error's text, or `open`.
  var outcome: String {
    switch result {
    case .success(let result): "\(result.head.status) \(body)"
    case .failure(let error): error.message
    case nil: "open"
    }
  }
}

/// The server's end of a connection, at the level of bytes.
final class Server {
  struct Frame: Equatable {
    var type: UInt8
    var flags: UInt8 = 0
    var stream: UInt32
    var payload: [UInt8] = []

    static let data: UInt8 = 0, headers: UInt8 = 1, reset: UInt8 = 3, settings: UInt8 = 4
    static let ping: UInt8 = 6, goAway: UInt8 = 7, windowUpdate: UInt8 = 8, continuation: UInt8 = 9
    static let endStream: UInt8 = 1, endHeaders: UInt8 = 4

    var bytes: [UInt8] {
      let count = payload.count
      return [
        UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags,
      ]
        + Server.number(stream) + payload
    }
  }

  let channel: EmbeddedChannel
  private var unparsed: [UInt8] = []
  private var hasPreface = false

  init(_ channel: EmbeddedChannel) { self.channel = channel }

  static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }
  }

  /// The frames sent by the client since the last call.
  func frames() throws -> [Frame] {
    while let piece = try channel.readOutbound(as: ByteBuffer.self) {
      unparsed += Array(piece.readableBytesView)
    }
    if !hasPreface, unparsed.count >= 24 {
      unparsed.removeFirst(24)
      hasPreface = true
    }
    var frames: [Frame] = []
    while unparsed.count >= 9 {
      let count = unparsed[..<3].reduce(0) { $0 << 8 | Int($1) }
      guard unparsed.count >= 9 + count else { break }
      let stream = unparsed[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      frames.append(
        Frame(
          type: unparsed[3], flags: unparsed[4], stream: stream,
          payload: Array(unparsed[9..<9 + count])))
      unparsed.removeFirst(9 + count)
    }
    return frames
  }

  /// The streams opened by the client since the last call of `frames`.
  func requests() throws -> [UInt32] {
    try frames().filter { $0.type == Frame.headers }.map(\.stream)
  }

  func write(_ frames: Frame...) { write(frames) }

  func write(_ frames: [Frame]) { write(frames.flatMap(\.bytes)) }

  /// Errors reach the handlers, and are not thrown here.
  func write(_ bytes: [UInt8]) {
    _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    channel.embeddedEventLoop.run()
  }

  func close() {
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
  }

  /// The server's settings, and the acknowledgement of the client's.
  static let settings: [Frame] = [
    Frame(type: Frame.settings, stream: 0), Frame(type: Frame.settings, flags: 1, stream: 0),
  ]

  /// A head of status 200.
  static func head(_ stream: UInt32, ends: Bool = false) -> Frame {
    Frame(
      type: Frame.headers, flags: Frame.endHeaders | (ends ? Frame.endStream : 0), stream: stream,
      payload: [0x88])
  }

  static func data(_ stream: UInt32, _ text: String, ends: Bool = true) -> Frame {
    Frame(
      type: Frame.data, flags: ends ? Frame.endStream : 0, stream: stream,
      payload: Array(text.utf8))
  }

  static func reset(_ stream: UInt32, _ code: UInt32) -> Frame {
    Frame(type: Frame.reset, stream: stream, payload: number(code))
  }

  static func goAway(_ last: UInt32, code: UInt32 = 0) -> Frame {
    Frame(type: Frame.goAway, stream: 0, payload: number(last) + number(code))
  }
}
