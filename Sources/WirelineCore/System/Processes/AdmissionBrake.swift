import Synchronization

/// Holds requests back while their answers wait to be printed: what nobody takes
/// is better left on the server than kept in memory. And for good, when the run
/// is to end.
///
/// Who prints counts what waits, who admits requests asks before each what is
/// allowed. There is no lock: both are busy, and on threads of their own.
package final class AdmissionBrake: Sendable {
  /// Bytes of answers whose turn it is, and which nobody has taken yet.
  private let ready = Atomic<Int>(0)
  /// Bytes of answers that wait for an earlier one.
  private let early = Atomic<Int>(0)
  private let isHolding = Atomic<Bool>(false)
  private let mayStopAtAnEnd = Atomic<Bool>(false)
  private let onRelease = Mutex<(@Sendable () -> Void)?>(nil)
  private let stopping = Mutex<(isStopped: Bool, action: (@Sendable () -> Void)?)>((false, nil))

  /// Requests under way, for whoever wants to tell.
  private let active = Atomic<Int>(0)

  /// What may wait for the reader of the output before nothing more is asked for: room for the
  /// writer's turn on a busy machine, and no more.
  private let readyLimit = Atomic<Int>(AdmissionBrake.smallReadyLimit)
  /// That of small answers; one of large ones holds some of them.
  private static let smallReadyLimit = 512 << 10
  private static let largeReadyLimit = 2 << 20
  private static let readyAnswers = 48
  /// What may wait for an earlier answer before nothing else begins.
  private static let earlyLimit = 48 << 20

  package init() {}

  /// What may begin.
  package enum Hold: Sendable {
    case nothing
    /// Only the oldest, and those that have begun: they are what the others wait for.
    case allButOldest
    case all
  }

  package var hold: Hold {
    guard current != .nothing else { return .nothing }
    isHolding.store(true, ordering: .sequentiallyConsistent)
    // Who took something just before has not seen that somebody waits for it.
    return current
  }

  private var current: Hold {
    if ready.load(ordering: .sequentiallyConsistent) > readyLimit.load(ordering: .relaxed) {
      return .all
    }
    return early.load(ordering: .sequentiallyConsistent) > Self.earlyLimit
      ? .allButOldest : .nothing
  }

  /// An answer came before its turn.
  func keep(_ bytes: Int) { early.add(bytes, ordering: .sequentiallyConsistent) }

  /// The turn of answers that were kept has come.
  func ripen(_ bytes: Int) { early.subtract(bytes, ordering: .sequentiallyConsistent) }

  /// Answers are ready to be taken.
  ///
  /// - Parameters:
  ///   - bytes: those of all of them.
  ///   - size: the bytes of one of them.
  func offer(_ bytes: Int, size: Int) {
    let limit = min(max(size * Self.readyAnswers, Self.smallReadyLimit), Self.largeReadyLimit)
    readyLimit.store(limit, ordering: .relaxed)
    ready.add(bytes, ordering: .sequentiallyConsistent)
  }

  /// Answers were taken: work that was held back for them goes on.
  func take(_ bytes: Int) {
    let left = ready.subtract(bytes, ordering: .sequentiallyConsistent).newValue
    guard left <= readyLimit.load(ordering: .relaxed) / 2,
      isHolding.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    let action = onRelease.withLock { $0 }
    action?()
  }

  /// Requests under way; 0 where there is no executor.
  package var underWay: Int { active.load(ordering: .relaxed) }

  /// One begins, or ends.
  package func count(_ change: Int) { active.add(change, ordering: .relaxed) }

  /// The end of each request may be what stops the run: it is told before another one begins.
  package func stopAtAnEnd() { mayStopAtAnEnd.store(true, ordering: .relaxed) }

  /// Whether the end of a request is to be told before another one begins.
  package var isCautious: Bool { mayStopAtAnEnd.load(ordering: .relaxed) }

  /// Nothing more is to begin, ever.
  package func stop() {
    let action = stopping.withLock { stopping in
      defer { stopping.isStopped = true }
      return stopping.isStopped ? nil : stopping.action
    }
    action?()
  }

  package var isStopped: Bool { stopping.withLock { $0.isStopped } }

  /// - Parameter action: called once, when nothing more is to begin, on any thread.
  package func whenStopped(_ action: @escaping @Sendable () -> Void) {
    let isStopped = stopping.withLock { stopping in
      stopping.action = action
      return stopping.isStopped
    }
    if isStopped { action() }
  }

  /// - Parameter action: called when more is allowed again, on any thread.
  package func whenReleased(_ action: @escaping @Sendable () -> Void) {
    onRelease.withLock { $0 = action }
  }
}
