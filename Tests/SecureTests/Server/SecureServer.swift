import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import TestSupport

/// A TLS server: serves HTTP/2 itself, and relays other connections to a plain server.
final class SecureServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let log: Monitor<[HTTP2Request]>
  private let handshakes = Monitor(0)

  /// - Parameters:
  ///   - plain: handles connections without HTTP/2, decrypted.
  ///   - clients: the authority of the required client certificate; nil for none.
  ///   - closesQuietly: whether to close connections without close_notify.
  ///   - offersHTTP2: nil offers it if `respond` is set.
  ///   - respond: the steps for each HTTP/2 request.
  convenience init(
    _ certificate: TestCertificate, before plain: LoopbackServer? = nil,
    clientsOf clients: TestCertificate? = nil, closesQuietly: Bool = false,
    offersHTTP2: Bool? = nil,
    http2 respond: (@Sendable (HTTP2Request) -> [HTTP2Step])? = nil
  ) throws {
    var protocols = offersHTTP2 ?? (respond != nil) ? ["h2"] : []
    if plain != nil { protocols.append("http/1.1") }
    let log = Monitor<[HTTP2Request]>([])
    let port = plain?.port
    try self.init(certificate, protocols: protocols, clientsOf: clients, log: log) {
      pipeline, negotiated, number in
      if negotiated == "h2", let respond {
        try pipeline.addHandlers([
          ServedHTTP2.framing(), ServedHTTP2(connection: number, log: log, respond),
        ])
      } else if let port {
        try pipeline.addHandler(PlainRelay(to: port, closesQuietly: closesQuietly))
      }
    }
  }

  /// - Parameter install: adds the handlers of a connection, whose number counts from 1, for the
  ///   negotiated protocol.
  init(
    _ certificate: TestCertificate, protocols: [String],
    clientsOf clients: TestCertificate? = nil, log: Monitor<[HTTP2Request]> = Monitor([]),
    _ install:
      @escaping @Sendable (
        _ pipeline: ChannelPipeline.SynchronousOperations, _ negotiated: String?, _ number: Int
      ) throws -> Void
  ) throws {
    self.log = log
    let tls = try Self.context(certificate, protocols: protocols, clients)
    let handshakes = handshakes
    channel = try Self.listen(on: group) { channel in
      let negotiation = NegotiationHandler { pipeline, negotiated in
        let number = handshakes.withLock { count in
          count += 1
          return count
        }
        try install(pipeline, negotiated, number)
      }
      try channel.pipeline.syncOperations.addHandlers([
        NIOSSLServerHandler(context: tls), negotiation,
      ])
    }
  }

  deinit {
    channel.close(promise: nil)
    group.shutdownGracefully { _ in }
  }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// - Parameter host: a name that the tool resolves to 127.0.0.1.
  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port)\(path)"
  }

  /// The HTTP/2 requests, in order.
  var requests: [HTTP2Request] { log.withLock { $0 } }
  /// The number of completed handshakes.
  var handshakeCount: Int { handshakes.withLock { $0 } }

  private static func context(
    _ certificate: TestCertificate, protocols: [String], _ clients: TestCertificate?
  ) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try certificate.certificate)],
      privateKey: .privateKey(try certificate.privateKey))
    configuration.applicationProtocols = protocols
    if let clients {
      configuration.certificateVerification = .noHostnameVerification
      configuration.trustRoots = .certificates([try clients.certificate])
    }
    return try NIOSSLContext(configuration: configuration)
  }

  private static func listen(
    on group: MultiThreadedEventLoopGroup,
    _ install: @escaping @Sendable (any Channel) throws -> Void
  ) throws -> any Channel {
    try ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try install(channel) }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }
}

/// Installs the handlers of the negotiated protocol (RFC 7301) after the handshake.
private final class NegotiationHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias Install = (ChannelPipeline.SynchronousOperations, String?) throws -> Void
  private let install: Install

  init(_ install: @escaping Install) { self.install = install }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let negotiated) = event {
      do {
        try install(context.pipeline.syncOperations, negotiated)
      } catch {
        context.close(promise: nil)
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
