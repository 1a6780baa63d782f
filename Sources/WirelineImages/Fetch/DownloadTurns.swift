internal import Synchronization

/// Holds downloads back while the processing of earlier images is behind, and then lets them begin
/// in the order in which they first asked.
final class DownloadTurns: Sendable {
  private struct State: Sendable {
    var next = 0
    /// The tickets that wait, in ascending order.
    var waiting: [Int] = []

    /// The place of a ticket, which waits.
    func rank(of ticket: Int) -> Int {
      var (low, high) = (0, waiting.count)
      while low < high {
        let middle = (low + high) / 2
        if waiting[middle] < ticket { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private let isBusy: @Sendable () -> Bool
  private let state = Mutex(State())

  /// So many of the first may begin at once, so that the place of one that asks late is not idle.
  private static let count = 16
  /// Those further behind ask less often.
  private static let interval = (
    shortest: Duration.milliseconds(50), longest: Duration.milliseconds(800)
  )

  /// - Parameter isBusy: whether no download should begin.
  init(isBusy: @escaping @Sendable () -> Bool) { self.isBusy = isBusy }

  /// Asks whether a download may begin.
  ///
  /// - Parameter ticket: nil for the first time.
  /// - Returns: nil, or when to ask again.
  func wait(_ ticket: inout Int?) -> Duration? {
    let isBusy = isBusy()
    return state.withLock { state in
      if ticket == nil, !isBusy, state.waiting.isEmpty { return nil }
      let own = ticket ?? state.next
      if ticket == nil {
        state.next += 1
        state.waiting.append(own)
        ticket = own
      }
      let rank = state.rank(of: own)
      guard isBusy || rank >= Self.count else {
        state.waiting.remove(at: rank)
        ticket = nil
        return nil
      }
      return min(Self.interval.shortest * (1 + rank / 64), Self.interval.longest)
    }
  }

  /// Gives up a turn, because the request has ended while it waited.
  func leave(_ ticket: Int) {
    state.withLock { state in
      let rank = state.rank(of: ticket)
      guard rank < state.waiting.count, state.waiting[rank] == ticket else { return }
      state.waiting.remove(at: rank)
    }
  }
}
