/// Decides when more bytes may be received, so that all connections together stay within a rate.
package struct TransferBudget: Sendable {
  private let bytesPerSecond: Int
  /// The time at which the bytes so far are within the rate; nil before the first.
  private var due: ContinuousClock.Instant?

  /// The unused time, as of a late timer, that later bytes may use. Longer pauses are lost, so a
  /// server that was slow does not cause a burst. A request may also end this much early, so that
  /// the next one is sent in time.
  private static let slack = Duration.milliseconds(100)

  /// - Parameter bytesPerSecond: above 0.
  package init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

  /// Counts received bytes.
  package mutating func spend(_ bytes: Int, at now: ContinuousClock.Instant) {
    let start = due.map { max($0, now - Self.slack) } ?? now
    due = start + .seconds(Double(bytes) / Double(bytesPerSecond))
  }

  /// Returns the delay before the next bytes may be received.
  package func wait(at now: ContinuousClock.Instant) -> Duration {
    due.map { max(.zero, $0 - now) } ?? .zero
  }

  /// Returns the delay before a request that has received all its bytes may end.
  package func waitForEnd(at now: ContinuousClock.Instant) -> Duration {
    wait(at: now + Self.slack)
  }

  /// The number of bytes to receive with one read: those of a short time at the rate, because many
  /// connections may receive at the same time.
  package var pieceBytes: Int { min(max(bytesPerSecond / 128, 1 << 10), 32 << 10) }
}
