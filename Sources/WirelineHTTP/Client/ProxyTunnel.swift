import NIOCore
package import WirelineRequests

/// A proxy with the login for it.
package struct HTTPProxy: Sendable, Hashable {
  package let url: RequestURL
  /// Whether http requests use `CONNECT` too, rather than the absolute form.
  package var tunnels = false
  /// Whether `CONNECT` has the version 1.0.
  package var usesHTTP10 = false
  /// Whether its response to `CONNECT` is not reported.
  package var hidesResponse = false
  /// Fields that only the proxy receives, the same for all proxies of a run.
  package var fields: HeaderFields

  package init(_ url: RequestURL) {
    self.url = url
    fields = url.basicCredentials.map { ["Proxy-Authorization": $0] } ?? [:]
  }

  package static func == (one: HTTPProxy, other: HTTPProxy) -> Bool { one.url == other.url }

  package func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// Requests a connection to the host of a URL from a proxy, then leaves the pipeline.
class ProxyTunnel: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  fileprivate let url: RequestURL
  private let promise: EventLoopPromise<any Channel>
  fileprivate var closed: any Error { ChannelError.eof }

  fileprivate init(_ channel: any Channel, to url: RequestURL) {
    self.url = url
    promise = channel.eventLoop.makePromise()
  }

  /// `CONNECT host:port`, RFC 9110 §9.3.6.
  static func connect(
    _ channel: any Channel, to url: RequestURL, proxy: HTTPProxy, timing: ConnectionTiming
  ) -> EventLoopFuture<any Channel> {
    ConnectTunnel(channel, to: url, proxy: proxy, timing: timing).start(on: channel)
  }

  /// SOCKS version 5, RFC 1928; the proxy resolves the name.
  ///
  /// - Parameter login: user and password, RFC 1929.
  static func socks(
    _ channel: any Channel, to url: RequestURL, login: String?
  ) -> EventLoopFuture<any Channel> {
    SOCKSTunnel(channel, to: url, login: login).start(on: channel)
  }

  private func start(on channel: any Channel) -> EventLoopFuture<any Channel> {
    let tunnel = promise.futureResult
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(self)
    }.flatMap { tunnel }
  }

  func handlerAdded(context: ChannelHandlerContext) {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  fileprivate func succeed(_ context: ChannelHandlerContext) {
    let channel = context.channel
    // Before the promise, whose callbacks add the handlers of TLS or HTTP.
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
    promise.succeed(channel)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(closed)
    context.fireChannelInactive()
  }
}

private final class ConnectTunnel: ProxyTunnel {
  private let proxy: HTTPProxy
  private let timing: ConnectionTiming
  private var section = HeaderSection()

  init(_ channel: any Channel, to url: RequestURL, proxy: HTTPProxy, timing: ConnectionTiming) {
    self.proxy = proxy
    self.timing = timing
    super.init(channel, to: url)
  }

  override var closed: any Error {
    RequestError.Reason.connect(
      address: proxy.url.authority, detail: "the proxy closed the connection")
  }

  override func handlerAdded(context: ChannelHandlerContext) {
    var request = ByteBuffer()
    RequestWire.writeConnect(
      to: url, fields: proxy.fields, usesHTTP10: proxy.usesHTTP10, to: &request)
    context.writeAndFlush(wrapOutboundOut(request), promise: nil)
  }

  override func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    var offset = 0
    do throws(RequestError.Reason) {
      guard let head = try head(buffer, &offset) else { return }
      guard (200..<300).contains(head.status) else { throw .proxyRefused(status: head.status) }
      if !proxy.hidesResponse { timing.proxyHead = head }
      // In TLS, the client sends first.
      guard offset == buffer.readableBytes else {
        throw .protocolViolation("the proxy sent data before the client")
      }
      succeed(context)
    } catch {
      errorCaught(context: context, error: error)
    }
  }

  private func head(
    _ buffer: ByteBuffer, _ offset: inout Int
  ) throws(RequestError.Reason) -> ResponseHead? {
    try buffer.withUnsafeReadableBytes { piece throws(RequestError.Reason) in
      try section.read(piece, from: &offset) { lines throws(RequestError.Reason) in
        try HeadParser.parse(lines)
      }
    }
  }
}

/// A SOCKS proxy refused a connection, or is none.
struct SOCKSFailure: Error {
  let text: String
}

private final class SOCKSTunnel: ProxyTunnel {
  /// The subject of the next reply.
  private enum Step { case method, login, connection }

  private let login: [ArraySlice<UInt8>]?
  private var step = Step.method
  private var received: [UInt8] = []

  init(_ channel: any Channel, to url: RequestURL, login: String?) {
    self.login = login.map { text in
      let parts = Array(text.utf8).split(
        separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      return [parts[0], parts.count > 1 ? parts[1] : []]
    }
    super.init(channel, to: url)
  }

  override func handlerAdded(context: ChannelHandlerContext) {
    // Without a login, or with user and password.
    send(login == nil ? [5, 1, 0] : [5, 2, 0, 2], context)
  }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  override func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytesView
    do throws(SOCKSFailure) {
      while let reply = try nextReply() { try handle(reply, context) }
    } catch {
      errorCaught(context: context, error: error)
    }
  }

  /// Removes and returns a complete reply.
  private func nextReply() throws(SOCKSFailure) -> [UInt8]? {
    guard let first = received.first else { return nil }
    guard first == (step == .login ? 1 : 5) else { throw Self.otherProtocol }
    var count = 2
    if step == .connection {
      guard received.count >= 5 else { return nil }
      // The address that the proxy uses, RFC 1928 §6.
      switch received[3] {
      case 1: count = 10
      case 3: count = 7 + Int(received[4])
      case 4: count = 22
      default: throw Self.otherProtocol
      }
    }
    guard received.count >= count else { return nil }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  private func handle(_ reply: [UInt8], _ context: ChannelHandlerContext) throws(SOCKSFailure) {
    switch (step, reply[1]) {
    case (.method, 0), (.login, 0):
      step = .connection
      send(request, context)
    case (.method, 2) where login != nil:
      guard let login, login.allSatisfy({ $0.count < 256 }) else {
        throw SOCKSFailure(text: "the user or password is longer than 255 bytes")
      }
      step = .login
      send([1] + login.flatMap { [UInt8($0.count)] + $0 }, context)
    case (.method, _): throw SOCKSFailure(text: "the SOCKS proxy requires another login")
    case (.login, _): throw SOCKSFailure(text: "the SOCKS proxy has rejected the login")
    case (.connection, 0):
      guard received.isEmpty else { throw Self.otherProtocol }
      succeed(context)
    case (.connection, let code):
      let text = code < Self.codes.count ? Self.codes[Int(code)] : "reply \(code)"
      throw SOCKSFailure(text: "the SOCKS proxy cannot connect to the host: \(text)")
    }
  }

  private static let otherProtocol = SOCKSFailure(
    text: "the proxy does not speak SOCKS version 5")

  /// RFC 1928 §6.
  private static let codes = [
    "success", "general failure", "its rules do not allow it", "network is unreachable",
    "no route to host", "connection refused", "TTL expired", "command not supported",
    "address type not supported",
  ]

  private var request: [UInt8] {
    let address = IPAddress.bytes(of: url.host)
    let name = Array(url.host.utf8.prefix(255))
    let host = address.map { [$0.count == 4 ? 1 : 4] + $0 } ?? [3, UInt8(name.count)] + name
    return [5, 1, 0] + host + [UInt8(url.port >> 8), UInt8(url.port & 0xFF)]
  }
}

/// Completes the promise at an event of another handler, then leaves the pipeline.
final class EventHandler<Value: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  let promise: EventLoopPromise<Value>
  private let value: (_ event: Any, any Channel) -> Value?

  /// - Parameter value: returns nil for other events.
  init(_ promise: EventLoopPromise<Value>, _ value: @escaping (Any, any Channel) -> Value?) {
    self.promise = promise
    self.value = value
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let value = value(event, context.channel) {
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
      promise.succeed(value)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
