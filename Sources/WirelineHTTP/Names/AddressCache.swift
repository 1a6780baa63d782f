import NIOCore
internal import WirelineRequests

/// The addresses of a host, or why the lookup failed.
typealias ResolvedAddresses = Result<[SocketAddress], RequestError.Reason>

/// The result of a lookup and its lifetime.
struct ResolvedName {
  let result: ResolvedAddresses
  /// From the records' TTL; at least a second, so that requests for one page share a lookup.
  let lifetime: NIOCore.TimeAmount

  private static let minimumLifetime = 1
  private static let maximumLifetime = 3600
  /// The lifetime of a name that does not exist. Its SOA record may allow more, but the name may be
  /// added soon.
  private static let negativeLifetime = NIOCore.TimeAmount.seconds(10)
  /// The lifetime of a name server failure: for attempts that wait for the same lookup.
  private static let failureLifetime = NIOCore.TimeAmount.seconds(1)

  /// - Parameter ttl: the smallest TTL of the records in seconds.
  init(_ result: ResolvedAddresses, ttl: Int = 0) {
    self.result = result
    lifetime =
      switch result {
      case .success:
        .seconds(Int64(min(max(ttl, Self.minimumLifetime), Self.maximumLifetime)))
      case .failure(.nameNotResolved(_, isTemporary: false, _)): Self.negativeLifetime
      case .failure: Self.failureLifetime
      }
  }
}

/// Lookup results, bounded in number. A full cache is emptied: a run that visits so many hosts
/// rarely returns to one.
struct AddressCache {
  private let limit: Int
  private var entries: [String: (result: ResolvedAddresses, expiry: NIODeadline)] = [:]

  /// - Parameter limit: the largest number of hosts; an entry takes about 300 bytes.
  init(limit: Int = 10_000) { self.limit = limit }

  var count: Int { entries.count }

  /// - Returns: nil if the host is unknown or its entry has expired.
  func result(for host: String, now: NIODeadline) -> ResolvedAddresses? {
    guard let entry = entries[host], entry.expiry > now else { return nil }
    return entry.result
  }

  mutating func insert(_ host: String, _ name: ResolvedName, now: NIODeadline) {
    if entries.count >= limit { entries.removeAll(keepingCapacity: true) }
    entries[host] = (name.result, now + name.lifetime)
  }
}
