import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import WirelineCore
import WirelineRequests

/// Opens channels: resolves, connects, goes through a proxy, establishes TLS. Runs on the loop.
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
    ConnectionTarget(url: url, route: configuration.proxies.route(for: url))
  }

  var offersHTTP2: Bool { configuration.offersHTTP2 }

  func connect(
    to target: ConnectionTarget, limits: AttemptLimits, offersHTTP2: Bool
  ) -> EventLoopFuture<OpenedChannel> {
    let promise = loop.makePromise(of: OpenedChannel.self)
    let limit = min(
      limits.connectTimeout - limits.nameWait, limits.maximumTime ?? .seconds(1 << 30),
      limits.deadline?.left ?? .seconds(1 << 30))
    let timer = loop.scheduleTask(in: TimeAmount(limit)) { promise.fail(ConnectTimeout()) }
    let timing = ConnectionTiming(isDetailed: configuration.reportsConnections)
    let opened = open(target, offersHTTP2: offersHTTP2, timing: timing)
    // After the timeout the promise has its result, and NIO ignores a second one.
    opened.assumeIsolated().whenComplete { result in
      timer.cancel()
      promise.completeWith(result)
    }
    // A connection that is established after the timeout is closed.
    promise.futureResult.assumeIsolated().whenFailure { _ in
      opened.whenSuccess { $0.channel.close(promise: nil) }
    }
    return promise.futureResult
  }

  private func open(
    _ target: ConnectionTarget, offersHTTP2: Bool, timing: ConnectionTiming
  ) -> EventLoopFuture<OpenedChannel> {
    let connected = addresses(target).assumeIsolated().flatMapThrowing {
      let isName = IPAddress.bytes(of: self.hop(to: target).host) == nil
      if isName, self.fixedAddresses(of: target) == nil { timing.nameLookup = .now() }
      return try self.allowed($0, of: target)
    }.flatMap {
      HappyEyeballs(addresses: $0, from: self.configuration.localAddresses, on: self.loop)
        .connect()
    }
    let tunnelled = connected.flatMap { channel in
      timing.connect = .now()
      return target.route.tunnel(channel, to: target.url, timing: timing)
    }
    guard target.url.scheme == .https else {
      return tunnelled.map { OpenedChannel(channel: $0, speaksHTTP2: false, timing: timing) }
        .nonisolated()
    }
    return tunnelled.flatMap {
      self.secure($0, host: target.url, offersHTTP2: offersHTTP2, timing: timing)
    }.nonisolated()
  }

  /// Starts to resolve the host name of a target.
  ///
  /// - Parameter ready: called once when the lookup ends, unless the result is true.
  /// - Returns: true if there is nothing to wait for.
  func prepare(_ target: ConnectionTarget, ready: @autoclosure () -> () -> Void) -> Bool {
    if fixedAddresses(of: target) != nil { return true }
    return resolver.prepare(hop(to: target).host, ready: ready())
  }

  private func hop(to target: ConnectionTarget) -> (host: String, port: Int) {
    let hop = target.route.firstHop(to: target.url)
    guard case .direct = target.route else { return hop }
    return configuration.connectTo.lazy.compactMap {
      $0.destination(of: hop.host, port: hop.port)
    }.first ?? hop
  }

  private func addresses(_ target: ConnectionTarget) -> EventLoopFuture<[SocketAddress]> {
    if let fixed = fixedAddresses(of: target) { return loop.makeCompletedFuture(fixed) }
    let hop = hop(to: target)
    return resolver.addresses(of: hop.host, port: hop.port)
  }

  /// The addresses of the configuration; nil if the name has to be resolved.
  private func fixedAddresses(of target: ConnectionTarget) -> Result<[SocketAddress], any Error>? {
    if let path = configuration.unixSocket {
      return Result { [try SocketAddress(unixDomainSocketPath: path)] }
    }
    let hop = hop(to: target)
    let resolved = configuration.resolved
    if resolved.isEmpty { return nil }
    return (resolved["\(hop.host):\(hop.port)"] ?? resolved["*:\(hop.port)"]).map { addresses in
      Result { try addresses.map { try SocketAddress(ipAddress: $0, port: hop.port) } }
    }
  }

  /// Removes forbidden addresses. Checked right before connecting, so the name cannot resolve to
  /// another address in between.
  private func allowed(
    _ addresses: [SocketAddress], of target: ConnectionTarget
  ) throws -> [SocketAddress] {
    let addresses = try ofFamily(addresses, target)
    guard configuration.deniesPrivate else { return addresses }
    let allowed = addresses.filter { $0.specialUse == nil }
    guard allowed.isEmpty else { return allowed }
    throw RequestError.Reason.addressForbidden(
      host: target.url.host,
      why: "its address is \(addresses.first?.specialUse?.rawValue ?? "unknown")")
  }

  private func ofFamily(
    _ addresses: [SocketAddress], _ target: ConnectionTarget
  ) throws -> [SocketAddress] {
    let (family, local) = (configuration.addressFamily, configuration.localAddresses)
    if family == nil, local.isEmpty { return addresses }
    let matching = addresses.filter { address in
      let isOfFamily =
        switch address {
        case .v4: family != .ipv6
        case .v6: family != .ipv4
        case .unixDomainSocket: true
        }
      return isOfFamily && (local.isEmpty || local.contains { $0.protocol == address.protocol })
    }
    if !matching.isEmpty { return matching }
    throw RequestError.Reason.nameNotResolved(
      host: hop(to: target).host, isTemporary: false,
      detail: "no \(family?.rawValue ?? "suitable") address")
  }

  private func secure(
    _ channel: any Channel, host: RequestURL, offersHTTP2: Bool, timing: ConnectionTiming
  ) -> EventLoopFuture<OpenedChannel> {
    do {
      let handler = try tls.handler(for: host, offersHTTP2: offersHTTP2)
      let handshake = EventHandler(channel.eventLoop.makePromise(of: OpenedChannel.self)) {
        guard case TLSUserEvent.handshakeCompleted(let negotiated) = $0 else { return nil }
        timing.tls = .now()
        return OpenedChannel(channel: $1, speaksHTTP2: negotiated == "h2", timing: timing)
      }
      try channel.pipeline.syncOperations.addHandler(handler)
      try channel.pipeline.syncOperations.addHandler(handshake)
      return handshake.promise.futureResult.assumeIsolated().flatMapThrowing { opened in
        try self.checkIdentity(opened.channel, host.host)
        return opened
      }.flatMapErrorThrowing { error in
        throw Self.explained(error, on: channel, host: host.host)
      }.nonisolated()
    } catch {
      // Nothing else refers to the channel yet, so no other code would close it.
      return channel.close().flatMap { channel.eventLoop.makeFailedFuture(error) }
    }
  }

  /// Checks that the certificate is for the requested host and cannot be forged.
  ///
  /// The TLS library accepts a certificate for the address it is connected to, which behind a proxy
  /// is that of the proxy. So it refuses `https://ADDRESS/` through a proxy; this check compares
  /// with the host of the URL.
  private func checkIdentity(_ channel: any Channel, _ host: String) throws {
    let pinned = configuration.tls.pinnedKeys
    if configuration.tls.isUnverified, pinned.isEmpty { return }
    let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
    if !pinned.isEmpty {
      let key = try certificate?.extractPublicKey().toSPKIBytes() ?? []
      guard pinned.contains(Array(SHA256.hash(data: key))) else {
        channel.close(promise: nil)
        throw RequestError.Reason.keyNotPinned(host: host)
      }
      if configuration.tls.isUnverified { return }
    }
    let problem: String?
    if let certificate, ServerIdentity(certificate).covers(host) {
      problem =
        CertificateParts(try certificate.toDERBytes())
        .flatMap(CertificateWeakness.init)?.description
    } else {
      problem = "the certificate is for another host"
    }
    guard let problem else { return }
    channel.close(promise: nil)
    throw RequestError.Reason.tlsIdentity(host: host, detail: problem)
  }

  /// Adds the cause to a certificate that is not trusted, which the TLS library does not report.
  private static func explained(
    _ error: any Error, on channel: any Channel, host: String
  ) -> any Error {
    guard ConnectionError.isUntrusted(error),
      let certificate = try? channel.pipeline.syncOperations.nioSSL_peerCertificate()
    else { return error }
    return RequestError.Reason.tlsIdentity(
      host: host, detail: CertificateDistrust.cause(certificate, now: time(nil)))
  }

  func reason(
    _ error: any Error, to target: ConnectionTarget, limits: AttemptLimits
  ) -> RequestError.Reason {
    if let reason = ConnectionError.tls(error, host: target.url.host) { return reason }
    let address = target.route.firstHop(to: target.url)
    let name = configuration.unixSocket.map { "\"\($0)\"" } ?? "\(address.host):\(address.port)"
    switch error {
    case let reason as RequestError.Reason: return reason
    case is ConnectTimeout:
      if let total = limits.maximumTime, total < limits.connectTimeout {
        return .timeout(total, phase: "connection to \(name)")
      }
      if let deadline = limits.deadline, deadline.left < limits.connectTimeout {
        return .deadline(deadline.total)
      }
      return .timeout(limits.connectTimeout, phase: "connection to \(name)")
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      return .connectionRefused(address: name)
    case let error as IOError where error.errnoCode == ENOENT:
      return .connectionRefused(address: name, detail: ConnectionError.text(of: error))
    default: return .connect(address: name, detail: ConnectionError.text(of: error))
    }
  }
}

struct ConnectTimeout: Error {}

extension SocketAddress {
  /// The special purpose of an address that is not public; nil for public addresses.
  fileprivate var specialUse: PrivateAddress? {
    ipAddress.flatMap { IPAddress.bytes(of: $0) }.flatMap { PrivateAddress($0) }
  }
}

/// Connects to the first of several addresses that accepts, RFC 8305. Runs on the loop.
final class HappyEyeballs {
  private let addresses: [SocketAddress]
  private let local: [SocketAddress]
  private let loop: any EventLoop
  private let promise: EventLoopPromise<any Channel>
  private var next = 0
  private var failed = 0
  private var isDone = false
  private var timer: Scheduled<Void>?

  /// RFC 8305 §5: the recommended delay before the next address is tried in parallel.
  private static let attemptDelay = TimeAmount.milliseconds(250)

  /// - Parameter local: the addresses to connect from; empty for any.
  init(addresses: [SocketAddress], from local: [SocketAddress], on loop: any EventLoop) {
    self.local = local
    self.addresses = Self.interleaved(addresses)
    self.loop = loop
    promise = loop.makePromise()
  }

  func connect() -> EventLoopFuture<any Channel> {
    tryNext()
    return promise.futureResult
  }

  /// RFC 8305 §4: alternates address families, beginning with the resolver's first.
  static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    guard let first = addresses.first?.protocol else { return [] }
    let preferred = addresses.filter { $0.protocol == first }
    let others = addresses.filter { $0.protocol != first }
    var mixed: [SocketAddress] = []
    for index in 0..<max(preferred.count, others.count) {
      if index < preferred.count { mixed.append(preferred[index]) }
      if index < others.count { mixed.append(others[index]) }
    }
    return mixed
  }

  private func tryNext() {
    timer?.cancel()
    guard !isDone, next < addresses.count else { return }
    let address = addresses[next]
    next += 1
    if next < addresses.count {
      timer = loop.assumeIsolated().scheduleTask(in: Self.attemptDelay) { self.tryNext() }
    }
    var bootstrap = bootstrap
    if let own = local.first(where: { $0.protocol == address.protocol }) {
      bootstrap = bootstrap.bind(to: own)
    }
    bootstrap.connect(to: address).assumeIsolated().whenComplete { self.finish($0) }
  }

  private func finish(_ result: Result<any Channel, any Error>) {
    switch result {
    // An attempt that another one has overtaken.
    case .success(let channel) where isDone: channel.close(promise: nil)
    case .success(let channel):
      isDone = true
      timer?.cancel()
      promise.succeed(channel)
    case .failure(let error):
      failed += 1
      if failed == addresses.count, !isDone {
        isDone = true
        promise.fail(error)
      } else {
        tryNext()
      }
    }
  }

  private var bootstrap: ClientBootstrap {
    ClientBootstrap(group: loop)
      // The caller has its own timeout; this one bounds abandoned attempts.
      .connectTimeout(.minutes(5))
      // NIO's default begins with 2 KiB and grows with each full read, so the first response of
      // every connection would take several reads. An option of the bootstrap would be cast from
      // `Any`, which searches all conformances: 3 % of a single request.
      .channelInitializer {
        $0.setOption(
          .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 32 * 1024))
      }
  }
}
