import Synchronization

/// Holds requests back while responses wait to be printed: unread responses are better left on the
/// server than stored in memory. Also stops admission permanently when the run is about to end.
///
/// The writer counts the waiting bytes; the executor checks them before each request. Both run on
/// their own threads, so the counters are atomic rather than locked.
///
/// The executor sets `isHolding` and reads `ready` again; the writer lowers `ready` and then reads
/// `isHolding`. With sequential consistency, at least one of them sees the other's change. With
/// acquire and release, both could miss it, and admission would never resume. The limit may be
/// outdated when it is read (`relaxed`): once everything is written, `ready` is 0, which is below
/// half of any limit. The other relaxed values do not order anything.
package final class OutputBackpressure: Sendable {
  /// The bytes of responses that are ready to be written.
  private let ready = Atomic<Int>(0)
  /// The bytes of responses that wait for an earlier one.
  private let early = Atomic<Int>(0)
  private let isHolding = Atomic<Bool>(false)
  private let earlyStopIsAllowed = Atomic<Bool>(false)
  private let onRelease = Mutex<(@Sendable () -> Void)?>(nil)
  private let stopping = Mutex<(isStopped: Bool, action: (@Sendable () -> Void)?)>((false, nil))
  private let active = Atomic<Int>(0)
  /// The bodies of requests in flight.
  package let transfers = TransferMeter()

  /// The limit of ready bytes: enough for the writer's time slice on a busy machine.
  private let readyLimit = Atomic<Int>(OutputBackpressure.smallReadyLimit)
  /// The limit for small responses; large ones need room for several.
  private static let smallReadyLimit = 512 << 10
  private static let largeReadyLimit = 2 << 20
  private static let readyResponses = 48
  private static let earlyLimit = 48 << 20

  /// Which requests must not start.
  package enum Hold: Sendable {
    case nothing
    /// All except the oldest and those that have begun, which the output waits for.
    case allButOldest
    case all
  }

  package var hold: Hold {
    guard current != .nothing else { return .nothing }
    isHolding.store(true, ordering: .sequentiallyConsistent)
    // The writer may have freed room before it could see the flag.
    return current
  }

  private var current: Hold {
    if ready.load(ordering: .sequentiallyConsistent) > readyLimit.load(ordering: .relaxed) {
      return .all
    }
    return early.load(ordering: .sequentiallyConsistent) > Self.earlyLimit
      ? .allButOldest : .nothing
  }

  /// Counts a completed response, which may wait for an earlier one.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the response.
  ///   - newlyReady: the bytes of all responses that became ready to be written.
  func didComplete(_ bytes: Int, ready newlyReady: Int) {
    if newlyReady > 0 {
      let limit = min(max(bytes * Self.readyResponses, Self.smallReadyLimit), Self.largeReadyLimit)
      readyLimit.store(limit, ordering: .relaxed)
      ready.add(newlyReady, ordering: .sequentiallyConsistent)
    }
    early.add(bytes - newlyReady, ordering: .sequentiallyConsistent)
  }

  /// Counts written bytes, and resumes admission if there is room.
  func didWrite(_ bytes: Int) {
    let left = ready.subtract(bytes, ordering: .sequentiallyConsistent).newValue
    guard left <= readyLimit.load(ordering: .relaxed) / 2,
      isHolding.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    let action = onRelease.withLock { $0 }
    action?()
  }

  /// The number of requests in flight; 0 without an executor.
  package var requestsInFlight: Int { active.load(ordering: .relaxed) }

  /// Counts a request that begins (1) or ends (-1).
  package func count(_ change: Int) { active.add(change, ordering: .relaxed) }

  /// Declares that a result may stop the run, as with `--stop-on-error`.
  func allowEarlyStop() { earlyStopIsAllowed.store(true, ordering: .relaxed) }

  /// Whether a result may stop the run, so that it must be reported before the next request starts.
  package var mayStopEarly: Bool { earlyStopIsAllowed.load(ordering: .relaxed) }

  /// Stops admission permanently.
  package func stop() {
    let action = stopping.withLock { stopping in
      defer { stopping.isStopped = true }
      return stopping.isStopped ? nil : stopping.action
    }
    action?()
  }

  /// - Parameter action: called once when admission stops, on any thread.
  package func whenStopped(_ action: @escaping @Sendable () -> Void) {
    let isStopped = stopping.withLock { stopping in
      stopping.action = action
      return stopping.isStopped
    }
    if isStopped { action() }
  }

  /// - Parameter action: called when admission resumes, on any thread.
  package func whenReleased(_ action: @escaping @Sendable () -> Void) {
    onRelease.withLock { $0 = action }
  }
}
