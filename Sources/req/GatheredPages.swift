import Synchronization
import WirelineCore

/// The results of an item's pages, put together.
final class GatheredPages: Sendable {
  private struct State: Sendable {
    var records: [PipeRecords] = []
    var bytes = 0
    var elements = 0
    var failure: ItemFailure?
    var outcome: String?
  }

  private let state = Mutex(State())

  /// How many elements there are by now.
  var elements: Int { state.withLock { $0.elements } }

  /// - Returns: whether further pages are of use.
  func add(_ page: ItemResult) -> Bool {
    state.withLock { state in
      state.records.append(page.records)
      state.bytes += page.bytes
      state.elements += page.elements
      state.failure = state.failure ?? page.failure
      state.outcome = page.outcome ?? state.outcome
      return state.failure == nil
    }
  }

  var result: ItemResult {
    let state = state.withLock { $0 }
    var result = ItemResult(PipeRecords(state.records), failure: state.failure)
    result.bytes = state.bytes
    result.outcome = state.outcome
    return result
  }
}
