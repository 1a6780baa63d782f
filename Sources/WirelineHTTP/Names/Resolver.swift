import DequeModule
import NIOCore
import WirelineCore
internal import WirelineRequests

/// Names to addresses. One look-up per name at a time, many names at once, results cached for their
/// TTL. On the loop.
final class Resolver {
  typealias Result = Swift.Result<[SocketAddress], RequestError.Reason>

  private let loop: any EventLoop
  private let jobs: Int
  private var cache = AddressCache()
  /// Called when a look-up ends.
  private var waiting: [String: [(Result) -> Void]] = [:]
  /// Both are made for the first name that needs them.
  private lazy var services = NameServices(file: DNSClient.text(of: "/etc/nsswitch.conf"))
  private lazy var client = DNSClient(jobs: jobs)
  /// Names that only the C library can resolve, and that wait for others of the kind.
  private var queue: Deque<String> = []
  private var systemLookups = 0
  private static let maximumSystemLookups = 8

  /// - Parameter jobs: requests at once, by which it is decided how many names are looked up at
  ///   once.
  init(on loop: any EventLoop, jobs: Int) {
    self.loop = loop
    self.jobs = jobs
  }

  /// The addresses of a host with the port put in; at least one.
  func addresses(of host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    if let result = known(host, port: port) {
      return loop.makeCompletedFuture(Self.with(port, result))
    }
    let promise = loop.makePromise(of: [SocketAddress].self)
    wait(for: host) { promise.completeWith(Self.with(port, $0)) }
    return promise.futureResult
  }

  /// Starts to look a name up, if that is needed.
  ///
  /// - Parameter ready: called once when the look-up has ended, unless the result is true.
  /// - Returns: whether `addresses` has an answer at once.
  func prepare(_ host: String, ready: @escaping () -> Void) -> Bool {
    switch known(host, port: 0) {
    // The name server is asked again for each attempt, and its failure kept for that attempt only.
    case .failure(.nameNotResolved(_, isTemporary: true, _)), nil: break
    case .success, .failure: return true
    }
    wait(for: host) { _ in ready() }
    return false
  }

  /// What needs no look-up.
  private func known(_ host: String, port: Int) -> Result? {
    if let result = cache.result(for: host, now: .now()) { return result }
    // RFC 6761 §6.3: localhost is the loopback address, whoever is asked.
    if host == "localhost" || host.hasSuffix(".localhost") { return .success(Self.loopback) }
    // No top-level domain begins with a digit, and IPv6 has a colon.
    let mayBeAddress = host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    guard mayBeAddress || host.utf8.contains(0x3A) else { return nil }
    return (try? SocketAddress(ipAddress: host, port: port)).map { .success([$0]) }
  }

  private func wait(for host: String, _ done: @escaping (Result) -> Void) {
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
        loop.execute { for (host, name) in names { box.value.settle(host, name) } }
      }
    }
  }

  private func startSystemLookups() {
    while systemLookups < Self.maximumSystemLookups, let host = queue.popFirst() {
      systemLookups += 1
      let promise = loop.makePromise(of: Result.self)
      promise.futureResult.assumeIsolated().whenSuccess { result in
        self.systemLookups -= 1
        self.settle(host, ResolvedName(result))
        self.startSystemLookups()
      }
      // Without a thread, the look-up blocks the loop.
      let isStarted = BlockingThread.start { promise.succeed(AddressLookup.run(host)) }
      if !isStarted { promise.succeed(AddressLookup.run(host)) }
    }
  }

  private func settle(_ host: String, _ name: ResolvedName) {
    cache.insert(host, name, now: .now())
    for done in waiting.removeValue(forKey: host) ?? [] { done(name.result) }
  }

  private static let loopback = ["127.0.0.1", "::1"].compactMap {
    try? SocketAddress(ipAddress: $0, port: 0)
  }

  private static func with(_ port: Int, _ result: Result)
    -> Swift.Result<
      [SocketAddress], any Error
    >
  {
    result.map { addresses in
      addresses.map { address in
        var address = address
        address.port = port
        return address
      }
    }.mapError { $0 as any Error }
  }
}
