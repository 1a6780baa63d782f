internal import Glibc
internal import Synchronization
internal import WirelineCore

/// An index that is opened when somebody asks it for the first time, and made when
/// there is something to write. Where it cannot be, the store does without: files
/// tell most of what it knows.
final class LazyImageIndex: Sendable {
  private enum State: Sendable {
    case unopened
    /// There was none.
    case absent
    case open(ImageIndex)
    case none
  }

  private let directory: String
  private let mayCreate: Bool
  private let folderMode: UInt32
  private let faults: StoreFaults
  private let state = Mutex(State.unopened)
  private let openingFailure = Mutex<ImageIndexFailure?>(nil)

  /// - Parameters:
  ///   - mayCreate: whether it is made where it is not there.
  ///   - folderMode: of the directory, if it is made.
  init(directory: String, mayCreate: Bool, folderMode: UInt32, _ faults: StoreFaults) {
    self.directory = directory
    self.mayCreate = mayCreate
    self.folderMode = folderMode
    self.faults = faults
  }

  /// Nil where it was not there at first, or cannot be used: to make one only to
  /// find nothing takes as long as to fetch an image. One that others make later is
  /// seen through `value`.
  var existing: ImageIndex? {
    state.withLock { state in
      if case .unopened = state { state = isThere ? opened() : .absent }
      if case .open(let index) = state { return index }
      return nil
    }
  }

  /// Nil where it cannot be used; made where it is not there.
  var value: ImageIndex? {
    state.withLock { state in
      switch state {
      case .unopened, .absent: state = opened()
      case .open, .none: break
      }
      if case .open(let index) = state { return index }
      return nil
    }
  }

  /// Why `value` is nil.
  var failure: ImageIndexFailure {
    openingFailure.withLock { $0 } ?? ImageIndexFailure("there is none", .reading)
  }

  /// Whether there is a file.
  var isThere: Bool { access(ImageIndexFile.path(in: directory), F_OK) == 0 }

  /// Writes what is queued, if it was ever opened, and lets go of it: the log that
  /// SQLite keeps beside it becomes part of it.
  func close() throws(ImageIndexFailure) {
    let index: ImageIndex? = state.withLock { state in
      defer { state = .none }
      if case .open(let index) = state { return index }
      return nil
    }
    guard let index else { return }
    tell(index)
    try index.flush()
  }

  private func opened() -> State {
    if !mayCreate, !isThere { return .none }
    do throws(ImageIndexFailure) {
      let index = try ImageIndex(directory: directory, folderMode: folderMode)
      tell(index)
      return .open(index)
    } catch {
      faults.tell("\(error); going on without it")
      openingFailure.withLock { $0 = error }
      return .none
    }
  }

  private func tell(_ index: ImageIndex) {
    for path in index.quarantined {
      faults.tell("the image index was damaged: it is now \"\(path)\", and a new one is begun")
    }
  }
}
