internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The heads of all responses of a transfer, in order: of redirects, challenges and the final
/// response. A repeated attempt starts over, except for `--dump-header`.
final class ReceivedHeads: ExchangeObserver {
  private struct State: Sendable {
    var heads: [ResponseHead] = []
    /// The number of those that were printed, or belong to earlier attempts.
    var printed = 0
    /// The number of those of earlier attempts.
    var repeated = 0
    var connections = 0
    /// Those of earlier transfers.
    var earlier = ""
  }

  private let state = Mutex(State())

  func willReceive(_ head: ResponseHead, from url: RequestURL, in context: AttemptContext) {
    state.withLock { state in
      state.heads.append(head)
      if context.timing?.isReused == false { state.connections += 1 }
    }
  }

  func willRetry(_ retry: PlannedRetry, in context: AttemptContext) {
    state.withLock { ($0.printed, $0.repeated) = ($0.heads.count, $0.heads.count) }
  }

  /// Begins the next transfer.
  func begin() {
    state.withLock { state in
      state.earlier += Self.text(state.heads[...])
      (state.heads, state.connections) = ([], 0)
      (state.printed, state.repeated) = (0, 0)
    }
  }

  /// Notes the head that is delivered. That of a stored response replaces those of the exchange
  /// that validated it.
  func deliver(_ head: ResponseHead) {
    state.withLock { state in
      guard state.heads.last != head else { return }
      state.heads.removeSubrange(state.printed...)
      state.heads.append(head)
    }
  }

  /// Returns the heads that it has not returned before.
  func unprinted() -> String {
    state.withLock { state in
      defer { state.printed = state.heads.count }
      return Self.text(state.heads[state.printed...])
    }
  }

  /// The number of connections that were opened for responses of this transfer.
  var connections: Int { state.withLock { $0.connections } }

  /// Those of the last attempt.
  var ofAttempt: [ResponseHead] { state.withLock { Array($0.heads[$0.repeated...]) } }

  var text: String { Self.text(ofAttempt[...]) }

  /// Those of all transfers.
  var textOfAll: String { state.withLock { $0.earlier + Self.text($0.heads[...]) } }

  private static func text(_ heads: ArraySlice<ResponseHead>) -> String {
    heads.map(\.fullText).joined()
  }
}
