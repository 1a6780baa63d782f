internal import Synchronization

/// The time that requests have waited for hosts whose announced limits were used up.
package final class HostWaits: Sendable {
  private let waits = Mutex<[String: Duration]>([:])
  /// A stream may reach any number of hosts.
  private static let maximumCount = 1000

  package init() {}

  package var all: [String: Duration] { waits.withLock { $0 } }

  package func add(_ wait: Duration, for host: String) {
    waits.withLock { waits in
      if waits[host] == nil, waits.count >= Self.maximumCount { return }
      waits[host, default: .zero] += wait
    }
  }
}
