import NIOCore
import NIOPosix
import NIOSSL
import WirelineCore
internal import WirelineRequests

/// Opens channels: name, address, proxy, TLS. On the loop.
final class Connector {
  private let configuration: HTTPClientConfiguration
  let loop: any EventLoop
  private let resolver: Resolver
  private var tls: TLSContext

  init(_ configuration: HTTPClientConfiguration, on loop: any EventLoop) {
    self.configuration = configuration
    self.loop = loop
    resolver = Resolver(on: loop, jobs: configuration.jobs)
    tls = TLSContext(configuration.tls)
  }

  func target(for url: RequestURL) -> ConnectionTarget {
    ConnectionTarget(url, route: configuration.proxies.route(for: url))
  }

  /// Whether https servers are asked for HTTP/2.
  var offersHTTP2: Bool { configuration.offersHTTP2 }

  /// A channel on which HTTP can be spoken: connected, through the proxy if
  /// there is one, TLS established if the scheme asks for it.
  func connect(
    to target: ConnectionTarget, limits: AttemptLimits, offersHTTP2: Bool
  ) -> EventLoopFuture<OpenedChannel> {
    let promise = loop.makePromise(of: OpenedChannel.self)
    let limit = min(
      limits.connectTimeout - limits.nameWait, limits.maximumTime ?? .seconds(1 << 30),
      limits.deadline?.left ?? .seconds(1 << 30))
    let alarm = loop.scheduleTask(in: TimeAmount(limit)) { promise.fail(ConnectTimeout()) }
    let opened = open(target, offersHTTP2: offersHTTP2)
    opened.assumeIsolated().whenComplete { result in
      alarm.cancel()
      promise.completeWith(result)
    }
    // A connection that comes too late is not kept.
    promise.futureResult.assumeIsolated().whenFailure { _ in
      opened.whenSuccess { $0.channel.close(promise: nil) }
    }
    return promise.futureResult
  }

  private func open(
    _ target: ConnectionTarget, offersHTTP2: Bool
  ) -> EventLoopFuture<OpenedChannel> {
    let connected = addresses(target).assumeIsolated().flatMapThrowing {
      try self.allowed($0, of: target)
    }.flatMap {
      HappyEyeballs(addresses: $0, on: self.loop).connect()
    }
    let tunnelled = connected.flatMap { channel in
      target.route.tunnel(channel, to: target.url)
    }
    guard target.url.scheme == .https else {
      return tunnelled.map { OpenedChannel(channel: $0, speaksHTTP2: false) }.nonisolated()
    }
    return tunnelled.flatMap {
      self.secure($0, host: target.url, offersHTTP2: offersHTTP2)
    }.nonisolated()
  }

  /// Starts to resolve the name that a connection to the target needs.
  ///
  /// - Parameter ready: called once when that has ended, unless the result is true.
  /// - Returns: whether there is nothing to wait for.
  func prepare(_ target: ConnectionTarget, ready: @escaping () -> Void) -> Bool {
    let hop = target.route.firstHop(to: target.url)
    if configuration.unixSocket != nil || configuration.resolved["\(hop.host):\(hop.port)"] != nil {
      return true
    }
    return resolver.prepare(Self.resolvable(hop.host), ready: ready)
  }

  /// RFC 6761 §6.3: no name server knows what this machine is.
  private static func resolvable(_ host: String) -> String {
    host == "localhost." ? "localhost" : host
  }

  /// Where to connect to: as configured, or as the resolver says.
  private func addresses(_ target: ConnectionTarget) -> EventLoopFuture<[SocketAddress]> {
    do {
      if let path = configuration.unixSocket {
        return loop.makeSucceededFuture([try SocketAddress(unixDomainSocketPath: path)])
      }
      let hop = target.route.firstHop(to: target.url)
      guard let given = configuration.resolved["\(hop.host):\(hop.port)"] else {
        return resolver.addresses(of: Self.resolvable(hop.host), port: hop.port)
      }
      return loop.makeSucceededFuture(
        try given.map { try SocketAddress(ipAddress: $0, port: hop.port) })
    } catch {
      return loop.makeFailedFuture(error)
    }
  }

  /// The addresses that may be connected to: looked at here, just before, so
  /// that no name can change its mind in between.
  private func allowed(
    _ addresses: [SocketAddress], of target: ConnectionTarget
  ) throws -> [SocketAddress] {
    guard configuration.deniesPrivate else { return addresses }
    let allowed = addresses.filter { $0.specialUse == nil }
    guard allowed.isEmpty else { return allowed }
    throw RequestError.Reason.addressForbidden(
      host: target.url.host,
      why: "its address is \(addresses.first?.specialUse?.rawValue ?? "unknown")")
  }

  private func secure(
    _ channel: any Channel, host: RequestURL, offersHTTP2: Bool
  ) -> EventLoopFuture<OpenedChannel> {
    do {
      let handler = try tls.handler(for: host, offersHTTP2: offersHTTP2)
      let handshake = HandshakeHandler(channel.eventLoop.makePromise(of: OpenedChannel.self))
      try channel.pipeline.syncOperations.addHandler(handler)
      try channel.pipeline.syncOperations.addHandler(handshake)
      return handshake.done.assumeIsolated().flatMapThrowing { opened in
        try self.checkIdentity(opened.channel, host.host)
        return opened
      }.nonisolated()
    } catch {
      return channel.close().flatMap { channel.eventLoop.makeFailedFuture(error) }
    }
  }

  /// Whether the certificate is for the host that was asked for.
  ///
  /// The TLS library has looked before: it takes a certificate for the address
  /// connected to as well, whatever host was asked for. Behind a proxy that
  /// address is the proxy's, so an https URL with an address for its host fails
  /// there: closed, not open.
  private func checkIdentity(_ channel: any Channel, _ host: String) throws {
    if configuration.tls.isUnverified { return }
    let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
    if let certificate, ServerIdentity(certificate).covers(host) { return }
    channel.close(promise: nil)
    throw RequestError.Reason.tlsIdentity(
      host: host, detail: "the certificate is for another host")
  }

  /// What it means that there is no connection.
  func reason(
    _ error: any Error, _ target: ConnectionTarget, _ limits: AttemptLimits
  ) -> RequestError.Reason {
    if let reason = ConnectionFault.tls(error, host: target.url.host) { return reason }
    let address = target.route.firstHop(to: target.url)
    let name = configuration.unixSocket.map { "\"\($0)\"" } ?? "\(address.host):\(address.port)"
    switch error {
    case let reason as RequestError.Reason: return reason
    case is ConnectTimeout:
      if let deadline = limits.deadline, deadline.left < limits.connectTimeout {
        return .deadline(deadline.total)
      }
      return .timeout(limits.connectTimeout, phase: "connection to \(name)")
    case let error as IOError:
      return .connect(address: name, detail: errorText(error.errnoCode))
    default: return .connect(address: name, detail: "\(error)")
    }
  }
}

/// A channel on which HTTP can be spoken.
struct OpenedChannel: Sendable {
  let channel: any Channel
  /// Whether TLS agreed on HTTP/2, RFC 7301; else it is HTTP/1.1.
  let speaksHTTP2: Bool
}

/// The connection was not ready in time.
struct ConnectTimeout: Error {}

extension SocketAddress {
  /// What the address is that is not one of the public internet; nil for those.
  fileprivate var specialUse: PrivateAddress? {
    // Where netinet/in.h has the bytes of sockaddr_in and sockaddr_in6.
    let place: Range<Int>
    switch self {
    case .v4: place = 4..<8
    case .v6: place = 8..<24
    case .unixDomainSocket: return nil
    }
    return withSockAddr { address, size in
      PrivateAddress(Array(UnsafeRawBufferPointer(start: address, count: size)[place]))
    }
  }
}
