import Glibc
import NIOCore
import NIOPosix
import WirelineCore

/// Names to addresses: one look-up a name at a time, several names side by
/// side, answers kept for a minute. On the loop.
final class Resolver {
  private struct Entry {
    let result: Result<[SocketAddress], RequestError.Reason>
    let expiry: NIODeadline
  }

  private let loop: any EventLoop
  private var known: [String: Entry] = [:]
  private var waiting: [String: [EventLoopPromise<[SocketAddress]>]] = [:]
  /// Four look-ups at once: a dead domain must not hold up a live one.
  private lazy var threads = {
    let pool = NIOThreadPool(numberOfThreads: 4)
    pool.start()
    return pool
  }()

  init(on loop: any EventLoop) { self.loop = loop }

  /// The addresses of a host with the port put in; at least one.
  func addresses(of host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    if let address = try? SocketAddress(ipAddress: host, port: port) {
      return loop.makeSucceededFuture([address])
    }
    if let entry = known[host], entry.expiry > .now() {
      return loop.makeCompletedFuture(
        entry.result.mapError { $0 as any Error }.map { Self.with(port, $0) })
    }
    let promise = loop.makePromise(of: [SocketAddress].self)
    let isFirst = waiting[host] == nil
    waiting[host, default: []].append(promise)
    if isFirst { lookUp(host) }
    return promise.futureResult.map { Self.with(port, $0) }
  }

  private func lookUp(_ host: String) {
    // RFC 6761 §6.3: localhost is the loopback address, whoever is asked.
    if host == "localhost" || host.hasSuffix(".localhost") {
      return settle(host, .success(Self.loopback))
    }
    threads.runIfActive(eventLoop: loop) { AddressLookup.run(host) }
      .assumeIsolated().whenComplete { result in
        self.settle(
          host, result.flatMap { $0.mapError { $0 as any Error } }.mapError(Self.reason(host)))
      }
  }

  private static func reason(_ host: String) -> (any Error) -> RequestError.Reason {
    { error in
      error as? RequestError.Reason
        ?? .nameNotResolved(host: host, isTemporary: true, detail: "\(error)")
    }
  }

  private func settle(_ host: String, _ result: Result<[SocketAddress], RequestError.Reason>) {
    var lifetime = TimeAmount.seconds(60)
    if case .failure(.nameNotResolved(_, let isTemporary, _)) = result {
      lifetime = isTemporary ? .zero : .seconds(10)
    }
    known[host] = Entry(result: result, expiry: .now() + lifetime)
    for promise in waiting.removeValue(forKey: host) ?? [] {
      promise.completeWith(result.mapError { $0 as any Error })
    }
  }

  private static let loopback = ["127.0.0.1", "::1"].compactMap {
    try? SocketAddress(ipAddress: $0, port: 0)
  }

  private static func with(_ port: Int, _ addresses: [SocketAddress]) -> [SocketAddress] {
    addresses.map { address in
      var address = address
      address.port = port
      return address
    }
  }
}
