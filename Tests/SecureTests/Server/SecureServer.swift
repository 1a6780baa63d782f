import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import TestSupport

/// A server that speaks TLS: either HTTP/2 of its own, or whatever the plain
/// server behind it says.
final class SecureServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let log = Monitor<[HTTP2Request]>([])
  private let handshakes = Monitor(0)

  /// - Parameters:
  ///   - plain: for it all that is no HTTP/2 is decrypted.
  ///   - clients: who must have signed the client's certificate; nil asks for none.
  ///   - closesQuietly: connections end without TLS saying so.
  ///   - settings: what HTTP/2 says at first.
  ///   - offersHTTP2: nil is where there is an answer for it.
  ///   - answer: what HTTP/2 does about each request.
  init(
    _ certificate: TestCertificate, before plain: LoopbackServer? = nil,
    clientsOf clients: TestCertificate? = nil, closesQuietly: Bool = false,
    offersHTTP2: Bool? = nil, settings: HTTP2Settings = [],
    http2 answer: (@Sendable (HTTP2Request) -> [HTTP2Step])? = nil
  ) throws {
    var protocols = offersHTTP2 ?? (answer != nil) ? ["h2"] : []
    if plain != nil { protocols.append("http/1.1") }
    let tls = try Self.context(certificate, protocols: protocols, clients)
    let (log, handshakes, port) = (log, handshakes, plain?.port)
    channel = try Self.listen(on: group) { channel in
      let agreement = Agreement { pipeline, agreed in
        let number = handshakes.withLock { count in
          count += 1
          return count
        }
        if agreed == "h2", let answer {
          try pipeline.addHandlers([
            ServedHTTP2.framing(settings), ServedHTTP2(connection: number, log: log, answer),
          ])
        } else if let port {
          try pipeline.addHandler(PlainRelay(to: port, closesQuietly: closesQuietly))
        }
      }
      try channel.pipeline.syncOperations.addHandlers([
        NIOSSLServerHandler(context: tls), agreement,
      ])
    }
  }

  deinit {
    channel.close(promise: nil)
    group.shutdownGracefully { _ in }
  }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// - Parameter host: a name that the tool is told to take for 127.0.0.1.
  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port)\(path)"
  }

  /// What was asked with HTTP/2, in order.
  var requests: [HTTP2Request] { log.withLock { $0 } }
  /// How many handshakes came to their end.
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

/// Waits until TLS stands, and then installs what was agreed on, RFC 7301.
private final class Agreement: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias Install = (ChannelPipeline.SynchronousOperations, String?) throws -> Void
  private let install: Install

  init(_ install: @escaping Install) { self.install = install }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let agreed) = event {
      do {
        try install(context.pipeline.syncOperations, agreed)
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
