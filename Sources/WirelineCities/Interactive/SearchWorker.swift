internal import Synchronization
internal import WirelineCore

/// The data that an interactive search uses. It is created, used and released on one thread, so its
/// contents, such as a database, need not be thread-safe.
struct SearchSource {
  /// Returns the results for a text, which may be empty.
  let search: (String) -> SearchResults
  /// Toggles the mark of the row with an id. A refusal is not shown if the screen is closed
  /// meanwhile.
  let toggle: (Int64) -> ToggleResult
}

/// A thread that searches and toggles marks, one at a time, so that typing does not wait for
/// either.
final class SearchWorker: Sendable {
  private enum Work { case search(String, generation: Int), toggle(Int64) }

  private struct State: Sendable {
    /// The newest search; older ones are dropped.
    var search: (text: String, generation: Int)?
    var toggles: [Int64] = []
    /// The number of toggles that are waiting or running.
    var openToggles = 0
    var outputs: [SearchScreen.Event] = []
    var isEnding = false
  }

  private let state = Mutex(State())
  private let work = ThreadSemaphore()
  private let togglesDone = ThreadSemaphore()
  /// Readable when there are outputs.
  let event = WakeEvent()
  private let makeSource: @Sendable () -> SearchSource

  /// - Parameter source: called once, on the thread.
  init(source: @escaping @Sendable () -> SearchSource) { makeSource = source }

  func start() -> Bool { event.descriptor >= 0 && DetachedThread.start { self.run() } }

  func search(_ text: String, generation: Int) {
    state.withLock { $0.search = (text, generation) }
    work.signal()
  }

  func toggle(_ id: Int64) {
    state.withLock { state in
      state.toggles.append(id)
      state.openToggles += 1
    }
    work.signal()
  }

  func drainOutputs() -> [SearchScreen.Event] {
    event.drain()
    return state.withLock { state in
      defer { state.outputs = [] }
      return state.outputs
    }
  }

  /// Ends the thread. Waits for requested toggles, which must not be lost, but not for searches.
  func end() {
    state.withLock { state in
      state.isEnding = true
      state.search = nil
    }
    work.signal()
    while state.withLock({ $0.openToggles > 0 }) { togglesDone.wait() }
  }

  private func run() {
    let source = makeSource()
    while true {
      work.wait()
      while let next = next() { perform(next, by: source) }
      if state.withLock({ $0.isEnding && $0.openToggles == 0 }) { return }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      // Toggles come first, so that the next search sees them.
      if !state.toggles.isEmpty { return .toggle(state.toggles.removeFirst()) }
      defer { state.search = nil }
      return state.search.map { .search($0.text, generation: $0.generation) }
    }
  }

  private func perform(_ work: Work, by source: SearchSource) {
    switch work {
    case .search(let text, let generation):
      let results = source.search(text)
      state.withLock { $0.outputs.append(.found(results, generation: generation)) }
    case .toggle(let id):
      let result = source.toggle(id)
      state.withLock { state in
        state.outputs.append(.toggled(id, result))
        state.openToggles -= 1
      }
      togglesDone.signal()
    }
    event.wake()
  }
}
