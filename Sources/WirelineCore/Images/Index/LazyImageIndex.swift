internal import Synchronization

/// An index that is opened when somebody asks it for the first time. Where it
/// cannot be, the store does without: files tell most of what it knows.
final class LazyImageIndex: Sendable {
  private enum State: Sendable {
    case unopened
    case open(ImageIndex)
    case none
  }

  private let directory: String
  private let onFault: @Sendable (ImageIndexFailure) -> Void
  private let state = Mutex(State.unopened)

  init(directory: String, onFault: @escaping @Sendable (ImageIndexFailure) -> Void) {
    self.directory = directory
    self.onFault = onFault
  }

  /// Nil where it cannot be used.
  var value: ImageIndex? {
    state.withLock { state in
      if case .unopened = state { state = opened() }
      if case .open(let index) = state { return index }
      return nil
    }
  }

  /// Writes what is queued, if it was ever opened.
  func flush() throws(ImageIndexFailure) {
    let index: ImageIndex? = state.withLock { state in
      if case .open(let index) = state { return index }
      return nil
    }
    try index?.flush()
  }

  private func opened() -> State {
    do throws(ImageIndexFailure) {
      return .open(try ImageIndex(directory: directory))
    } catch {
      onFault(error)
      return .none
    }
  }
}
