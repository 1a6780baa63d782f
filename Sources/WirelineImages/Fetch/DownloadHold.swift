internal import Synchronization

/// Holds downloads back while the processing of images is behind, and then releases them in the
/// order in which they were held back.
final class DownloadHold: Sendable {
  private struct State: Sendable {
    var next = 0
    /// The tickets of the held downloads, in ascending order.
    var waiting: [Int] = []

    /// The number of waiting tickets before this one.
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

  /// The number of downloads that may be released at once, because the first one may not check for
  /// a while.
  private static let count = 16
  /// The time between two checks, which is longer for later downloads.
  private static let interval = (
    shortest: Duration.milliseconds(50), longest: Duration.milliseconds(800)
  )

  /// - Parameter isBusy: whether to hold all downloads.
  init(isBusy: @escaping @Sendable () -> Bool) { self.isBusy = isBusy }

  /// Checks whether a download may begin.
  ///
  /// - Parameter ticket: nil at the first check, and after the release.
  /// - Returns: the time until the next check; nil if the download may begin.
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

  /// Removes a download that has ended while it was held.
  func leave(_ ticket: Int) {
    state.withLock { state in
      let rank = state.rank(of: ticket)
      guard rank < state.waiting.count, state.waiting[rank] == ticket else { return }
      state.waiting.remove(at: rank)
    }
  }
}
