internal import Synchronization
internal import WirelineCore

/// A thread that searches and sets marks, one at a time, so that typing waits for neither.
final class SearchWorker: Sendable {
  private enum Work { case search(String, generation: Int), toggle(Int64) }

  private struct State: Sendable {
    /// Only the newest is of use.
    var search: (text: String, generation: Int)?
    var toggles: [Int64] = []
    /// Those that wait, and the one under way.
    var openToggles = 0
    var answers: [SearchScreen.Event] = []
    var isEnding = false
  }

  private let state = Mutex(State())
  /// The generation that is wanted; none is after the end.
  private let wanted = Atomic<Int>(0)
  private let work = ThreadSemaphore()
  private let togglesDone = ThreadSemaphore()
  /// Readable when there are answers.
  let pipe = WakePipe()
  private let makeSource: @Sendable () -> SearchSource

  /// - Parameter source: called once, on the thread.
  init(source: @escaping @Sendable () -> SearchSource) { makeSource = source }

  /// - Returns: false if there is no thread to be had.
  func start() -> Bool { pipe.descriptor >= 0 && BlockingThread.start { self.run() } }

  /// Asks for a search; those of earlier generations are of no use any more.
  func search(_ text: String, generation: Int) {
    wanted.store(generation, ordering: .releasing)
    state.withLock { $0.search = (text, generation) }
    work.signal()
  }

  /// Says that no search before this generation is of use.
  func supersede(before generation: Int) { wanted.store(generation, ordering: .releasing) }

  func toggle(_ id: Int64) {
    state.withLock { state in
      state.toggles.append(id)
      state.openToggles += 1
    }
    work.signal()
  }

  /// What is finished: `found` and `toggled`.
  func takeAnswers() -> [SearchScreen.Event] {
    pipe.drain()
    return state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  /// Ends the thread. Waits for the marks that were asked for, which nobody wants to lose, but for
  /// no search that has nothing to do with them.
  func end() {
    wanted.store(.max, ordering: .releasing)
    state.withLock { state in
      state.isEnding = true
      state.search = nil
    }
    work.signal()
    while state.withLock({ $0.openToggles > 0 }) { togglesDone.wait() }
  }

  // MARK: - On the thread

  private func run() {
    let source = makeSource()
    while true {
      work.wait()
      while let next = next() { answer(next, by: source) }
      if state.withLock({ $0.isEnding && $0.openToggles == 0 }) { return }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      // A mark is there at once, and the search after it sees it.
      if !state.toggles.isEmpty { return .toggle(state.toggles.removeFirst()) }
      defer { state.search = nil }
      return state.search.map { .search($0.text, generation: $0.generation) }
    }
  }

  private func answer(_ work: Work, by source: SearchSource) {
    switch work {
    case .search(let text, let generation):
      let request = SearchRequest(text) { [self] in
        wanted.load(ordering: .acquiring) != generation
      }
      if request.isSuperseded { return }
      let results = source.search(request)
      state.withLock { $0.answers.append(.found(results, generation: generation)) }
    case .toggle(let id):
      let answer = source.toggle(id)
      state.withLock { state in
        state.answers.append(.toggled(id, answer))
        state.openToggles -= 1
      }
      togglesDone.signal()
    }
    pipe.wake()
  }
}
