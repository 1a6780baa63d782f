internal import Synchronization

/// Counts the bytes of bodies while they are transferred.
///
/// Each body has its atomic counter, so that a chunk costs one addition without the lock.
/// The counters are only displayed, so they need no order (`relaxed`).
package final class TransferMeter: Sendable {
  /// A body in transfer, which ends with the last reference to it.
  package final class Transfer: Sendable {
    private let meter: TransferMeter
    private let number: Int
    private let count: Count

    fileprivate init(_ meter: TransferMeter, number: Int, count: Count) {
      self.meter = meter
      self.number = number
      self.count = count
    }

    deinit { meter.end(number) }

    package func add(_ bytes: Int) { count.bytes.add(bytes, ordering: .relaxed) }
  }

  /// A body in transfer, as shown to the user.
  struct Body: Equatable, Sendable {
    let name: String
    var bytes = 0
    /// The announced length; nil if it is unknown.
    var total: Int?
    var isUpload = false
  }

  /// The bodies in transfer at a time.
  struct Snapshot: Equatable, Sendable {
    /// The bytes received of unfinished bodies.
    var receivedBytes = 0
    /// The large bodies, oldest first; empty if there are more than can be shown.
    var bodies: [Body] = []
  }

  fileprivate final class Count: Sendable {
    let bytes = Atomic<Int>(0)
  }

  private struct State: Sendable {
    var next = 0
    var open: [Int: (body: Body, count: Count)] = [:]
  }

  private let enabled = Atomic<Bool>(false)
  private let state = Mutex(State())
  /// Shorter bodies are not shown one by one.
  private static let largeBytes = 64 * 1024
  private static let maximumBodies = 3

  /// Whether progress is shown. Otherwise nothing is counted.
  package var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// Begins to count a body.
  ///
  /// - Parameters:
  ///   - name: such as the file name in its URL.
  ///   - total: its announced length in bytes.
  /// - Returns: nil if nothing is counted.
  package func begin(
    _ name: @autoclosure () -> String, total: @autoclosure () -> Int?, isUpload: Bool
  ) -> Transfer? {
    guard isEnabled else { return nil }
    let body = Body(name: name(), total: total(), isUpload: isUpload)
    let count = Count()
    let number = state.withLock { state in
      defer { state.next += 1 }
      state.open[state.next] = (body, count)
      return state.next
    }
    return Transfer(self, number: number, count: count)
  }

  private func end(_ number: Int) { state.withLock { _ = $0.open.removeValue(forKey: number) } }

  var snapshot: Snapshot {
    let open = state.withLock { $0.open }
    var snapshot = Snapshot()
    for (body, count) in open.sorted(by: { $0.key < $1.key }).map(\.value) {
      var body = body
      body.bytes = count.bytes.load(ordering: .relaxed)
      if !body.isUpload { snapshot.receivedBytes += body.bytes }
      if max(body.bytes, body.total ?? 0) >= Self.largeBytes { snapshot.bodies.append(body) }
    }
    if snapshot.bodies.count > Self.maximumBodies { snapshot.bodies = [] }
    return snapshot
  }
}
