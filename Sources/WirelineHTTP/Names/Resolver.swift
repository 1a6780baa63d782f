import CAres
import DequeModule
import Glibc
import NIOCore
import WirelineCore
import WirelineRequests

/// Resolves names to addresses: one lookup per name at a time, many names at once, results cached
/// for their TTL. Runs on the loop.
final class Resolver {
  private let loop: any EventLoop
  private let jobs: Int
  private var cache = AddressCache()
  private var waiting: [String: [(ResolvedAddresses) -> Void]] = [:]
  private lazy var services = NameServices(file: DNSClient.text(of: "/etc/nsswitch.conf"))
  private lazy var client = DNSClient(jobs: jobs)
  private var queue: Deque<String> = []
  private var systemLookups = 0
  private static let maximumSystemLookups = 8

  init(on loop: any EventLoop, jobs: Int) {
    self.loop = loop
    self.jobs = jobs
  }

  func addresses(of host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    if let result = known(host, port: port) {
      return loop.makeCompletedFuture(Self.with(port, result))
    }
    let promise = loop.makePromise(of: [SocketAddress].self)
    wait(for: host) { promise.completeWith(Self.with(port, $0)) }
    return promise.futureResult
  }

  /// Starts a lookup, if one is needed.
  ///
  /// - Parameter ready: called once when the lookup ends, unless the result is true.
  /// - Returns: whether `addresses` would succeed or fail immediately.
  func prepare(_ host: String, ready: @escaping () -> Void) -> Bool {
    switch known(host, port: 0) {
    // Each attempt queries the name server again; its failure applies to that attempt only.
    case .failure(.nameNotResolved(_, isTemporary: true, _)), nil: break
    case .success, .failure: return true
    }
    wait(for: host) { _ in ready() }
    return false
  }

  private func known(_ host: String, port: Int) -> ResolvedAddresses? {
    if let result = cache.result(for: host, now: .now()) { return result }
    // RFC 6761 §6.3: localhost always resolves to the loopback address.
    if host == "localhost" || host.hasSuffix(".localhost") { return .success(Self.loopback) }
    // Top-level domains do not end with a digit, and IPv6 addresses contain a colon.
    let mayBeAddress = host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    guard mayBeAddress || host.utf8.contains(0x3A) else { return nil }
    return (try? SocketAddress(ipAddress: host, port: port)).map { .success([$0]) }
  }

  private func wait(for host: String, _ done: @escaping (ResolvedAddresses) -> Void) {
    let isFirst = waiting[host] == nil
    waiting[host, default: []].append(done)
    guard isFirst else { return }
    if services.needsSystem(host) {
      queue.append(host)
      startSystemLookups()
    } else {
      let box = NIOLoopBound(self, eventLoop: loop)
      let loop = loop
      client.resolve(host) { names in
        loop.execute { for (host, name) in names { box.value.finish(host, name) } }
      }
    }
  }

  private func startSystemLookups() {
    while systemLookups < Self.maximumSystemLookups, let host = queue.popFirst() {
      systemLookups += 1
      let promise = loop.makePromise(of: ResolvedAddresses.self)
      promise.futureResult.assumeIsolated().whenSuccess { result in
        self.systemLookups -= 1
        self.finish(host, ResolvedName(result))
        self.startSystemLookups()
      }
      // Without a thread, the lookup blocks the loop.
      let isStarted = DetachedThread.start { promise.succeed(AddressLookup.run(host)) }
      if !isStarted { promise.succeed(AddressLookup.run(host)) }
    }
  }

  private func finish(_ host: String, _ name: ResolvedName) {
    cache.insert(host, name, now: .now())
    for done in waiting.removeValue(forKey: host) ?? [] { done(name.result) }
  }

  private static let loopback = ["127.0.0.1", "::1"].compactMap {
    try? SocketAddress(ipAddress: $0, port: 0)
  }

  private static func with(
    _ port: Int, _ result: ResolvedAddresses
  ) -> Result<[SocketAddress], any Error> {
    result.map { addresses in
      addresses.map { address in
        var address = address
        address.port = port
        return address
      }
    }.mapError { $0 as any Error }
  }
}

/// Blocking `getaddrinfo`, for the resolver's own threads only.
private enum AddressLookup {
  /// glibc's `EAI_NODATA`, which its headers hide behind a feature macro.
  private static let noData: Int32 = -5

  static func run(_ host: String) -> ResolvedAddresses {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      return .failure(
        .nameNotResolved(host: host, isTemporary: isTemporary(status), detail: text(status)))
    }
    let addresses = sequence(first: list, next: { $0?.pointee.ai_next })
      .prefix { $0 != nil }.compactMap { $0.flatMap { address($0.pointee, host) } }
    guard !addresses.isEmpty else {
      return .failure(.nameNotResolved(host: host, isTemporary: false, detail: "no address"))
    }
    return .success(addresses)
  }

  private static func address(_ entry: addrinfo, _ host: String) -> SocketAddress? {
    guard let pointer = entry.ai_addr else { return nil }
    let raw = UnsafeRawPointer(pointer)
    return switch entry.ai_family {
    case AF_INET: SocketAddress(raw.loadUnaligned(as: sockaddr_in.self), host: host)
    case AF_INET6: SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self), host: host)
    default: nil
    }
  }

  /// EAI_AGAIN and EAI_SYSTEM may be temporary: a static executable reports SERVFAIL, a refused
  /// query and an unusable nsswitch.conf as EAI_SYSTEM.
  private static func isTemporary(_ status: Int32) -> Bool {
    status == EAI_AGAIN || status == EAI_SYSTEM || status == EAI_MEMORY
  }

  private static func text(_ status: Int32) -> String {
    switch status {
    case EAI_NONAME, noData: "no such host"
    case EAI_AGAIN: "the name server does not respond"
    default: String(cString: gai_strerror(status)).lowercased()
    }
  }
}
