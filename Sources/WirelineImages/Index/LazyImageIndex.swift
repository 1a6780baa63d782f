internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Reports each warning once.
final class StoreWarnings: Sendable {
  private let reported = Mutex<Set<String>>([])
  private let report: @Sendable (String) -> Void

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func report(_ warning: String) {
    // At most a hundred: a failing disk causes a different message for each image.
    let isNew = reported.withLock { $0.count < 100 && $0.insert(warning).inserted }
    if isNew { report(warning) }
  }
}

/// An index that is opened on first use and created on the first write. If that fails, images are
/// stored, but not found again.
final class LazyImageIndex: Sendable {
  private enum State: Sendable {
    case unopened
    case absent
    case open(ImageIndex)
    case unavailable(SQLiteError?)

    var index: ImageIndex? {
      if case .open(let index) = self { return index }
      return nil
    }
  }

  private let directory: String
  private let mayCreate: Bool
  private let folderMode: UInt32
  private let warnings: StoreWarnings
  private let state = Mutex(State.unopened)

  init(directory: String, mayCreate: Bool, folderMode: UInt32, _ warnings: StoreWarnings) {
    self.directory = directory
    self.mayCreate = mayCreate
    self.folderMode = folderMode
    self.warnings = warnings
  }

  /// The index; nil if it did not exist at first or cannot be used. Creating one for a lookup would
  /// take as long as a fetch. `value` finds an index that another process creates later.
  var existing: ImageIndex? {
    state.withLock { state in
      // Under the lock, so that other threads wait for the index instead of opening it again.
      if case .unopened = state { state = exists ? opened() : .absent }
      return state.index
    }
  }

  /// The index, created if it is missing. Nil if it cannot be used.
  var value: ImageIndex? {
    state.withLock { state in
      switch state {
      case .unopened, .absent: state = opened()
      case .open, .unavailable: break
      }
      return state.index
    }
  }

  /// Like `value`, for operations that require the index.
  func needed() throws(SQLiteError) -> ImageIndex {
    if let value { return value }
    if case .unavailable(let failure?) = state.withLock({ $0 }) { throw failure }
    throw .imageIndex(
      ImageIndexFile.path(in: directory),
      FileError(path: directory, operation: "open", code: ENOENT))
  }

  private var exists: Bool { access(ImageIndexFile.path(in: directory), F_OK) == 0 }

  /// Writes queued changes and releases the index, so that SQLite merges its log into it.
  func close() throws(SQLiteError) {
    // Taken out of the state before it is flushed, so that no thread adds changes afterwards.
    let index = state.withLock { state in
      defer { state = .unavailable(nil) }
      return state.index
    }
    guard let index else { return }
    reportQuarantined(index)
    try index.flush()
  }

  private func opened() -> State {
    if !mayCreate, !exists { return .unavailable(nil) }
    do throws(SQLiteError) {
      let index = try ImageIndex(directory: directory, folderMode: folderMode)
      reportQuarantined(index)
      return .open(index)
    } catch {
      // In a directory that cannot be written, storing the image fails for the same reason.
      if exists || access(directory, W_OK) == 0 {
        warnings.report("image index: \(error); continuing without it")
      }
      return .unavailable(error)
    }
  }

  private func reportQuarantined(_ index: ImageIndex) {
    for path in index.quarantined {
      warnings.report(
        "damaged image index: renamed it to \"\(path)\" and created a new one;"
          + " --reindex adds the stored images")
    }
  }
}
