import NIOCore
import WirelineRequests

/// Resolves names to addresses: one lookup per name at a time, many names concurrently, results
/// cached for their TTL. Runs on the loop.
final class Resolver {
  private let loop: any EventLoop
  private let jobs: Int
  private var cache = AddressCache()
  private var waiting: [String: [(ResolvedAddresses) -> Void]] = [:]
  private lazy var client = DNSClient(jobs: jobs)

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
    if host == "localhost" || host == "localhost." || host.hasSuffix(".localhost") {
      return .success(Self.loopback)
    }
    // Top-level domains do not end with a digit, and IPv6 addresses contain a colon.
    let mayBeAddress = host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    guard mayBeAddress || host.utf8.contains(0x3A) else { return nil }
    return (try? SocketAddress(ipAddress: host, port: port)).map { .success([$0]) }
  }

  private func wait(for host: String, _ done: @escaping (ResolvedAddresses) -> Void) {
    let isFirst = waiting[host] == nil
    waiting[host, default: []].append(done)
    guard isFirst else { return }
    let box = NIOLoopBound(self, eventLoop: loop)
    let loop = loop
    client.resolve(host) { names in
      // The completion runs on the client's thread; the box lets only the loop open it.
      loop.execute { for (host, name) in names { box.value.finish(host, name) } }
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
