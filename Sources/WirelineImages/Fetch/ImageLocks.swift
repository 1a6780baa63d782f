internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Locks between processes, one per image: each locks a byte of a file in the output directory,
/// which the kernel unlocks when the process dies.
///
/// The byte's offset consists of 62 bits of the hash of the URL. Two URLs with the same offset wait
/// for each other; in a million images the chance of any such pair is 10⁻⁷.
///
/// While a process is alone, it holds one lock over all bytes as long as it fetches any image, as
/// the kernel handles one lock faster than a thousand. Each process extends the file when it starts
/// and holds a shared lock. A process that finds the file extended releases all bytes of images
/// that it does not fetch.
final class ImageLocks: Sendable {
  fileprivate enum Mode: Sendable {
    case unopened
    /// No other process so far, with the file's length when this process opened it.
    case alone(ByteLocks, length: Int?)
    case shared(ByteLocks)
    /// Locks are unavailable, as on some file systems: each process fetches for itself.
    case none
  }

  fileprivate struct State: Sendable {
    var mode = Mode.unopened
    var held: Set<Int> = []
    var isWatched = false
  }

  private let directory: String
  private let folderMode: UInt32
  private let state = Mutex(State())

  /// The interval between checks for other processes, in milliseconds.
  private static let interval: Int32 = 50

  init(directory: String, folderMode: UInt32 = 0o755) {
    self.directory = directory
    self.folderMode = folderMode
  }

  /// Returns whether the caller may fetch the image, and then has to unlock it.
  func lock(_ image: ImageKey) -> Bool {
    let (isLocked, isNew) = state.withLock { state in
      if case .unopened = state.mode { state.mode = Self.open(directory, folderMode) }
      let isLocked = state.lock(Self.offset(image))
      let isNew = !state.held.isEmpty && !state.isWatched
      if isNew { state.isWatched = true }
      return (isLocked, isNew)
    }
    if isNew { watch() }
    return isLocked
  }

  /// Whether another process uses the store, which may have stored an image.
  var hasOtherProcess: Bool {
    state.withLock { state in
      if case .alone = state.mode { return false }
      return true
    }
  }

  /// Whether another process has locked other images too. A running process would release them
  /// immediately; one that was stopped (Ctrl-Z) does not.
  func isOneOfMany(_ image: ImageKey) -> Bool {
    state.withLock { state in
      guard case .shared(let locks) = state.mode else { return false }
      return ((try? locks.lengthLockedByOther(Self.offset(image))) ?? 0) > 1
    }
  }

  func unlock(_ image: ImageKey) { state.withLock { $0.unlock(Self.offset(image)) } }

  private static func offset(_ image: ImageKey) -> Int { Int(image.prefix >> 2) }

  private static func open(_ directory: String, _ folderMode: UInt32) -> Mode {
    let path = "\(directory)/.wireline-lock"
    try? Directories.create(containing: path, mode: folderMode)
    guard let locks = try? ByteLocks(path: path) else { return .none }
    do {
      try locks.share(State.presence)
      try locks.lengthen()
      let length = locks.length
      let isAlone = try !locks.isLockedByOther(State.presence)
      return isAlone ? .alone(locks, length: length) : .shared(locks)
    } catch {
      return .shared(locks)
    }
  }

  private func watch() {
    let isWatched = DetachedThread.start { [weak self] in
      repeat {
        _ = poll(nil, 0, Self.interval)
      } while self?.hasToWatch() ?? false
    }
    if !isWatched { state.withLock { $0.share() } }
  }

  private func hasToWatch() -> Bool {
    state.withLock { state in
      state.checkForOthers()
      state.isWatched = !state.held.isEmpty
      return state.isWatched
    }
  }
}

extension ImageLocks.State {
  /// The offset after those of all images.
  fileprivate static let presence = 1 << 62

  fileprivate mutating func lock(_ offset: Int) -> Bool {
    // While locks are held, the thread that watches checks.
    if held.isEmpty { checkForOthers() }
    switch mode {
    case .alone(let locks, _):
      let isAll = !held.isEmpty || (try? locks.lock(0, count: Self.presence)) ?? false
      if isAll {
        held.insert(offset)
        return true
      }
      // Another process has just started.
      share()
      return (try? locks.lock(offset)) ?? true
    case .shared(let locks): return (try? locks.lock(offset)) ?? true
    case .unopened, .none: return true
    }
  }

  fileprivate mutating func unlock(_ offset: Int) {
    switch mode {
    case .alone(let locks, _):
      if held.remove(offset) != nil, held.isEmpty { try? locks.unlock(0, count: Self.presence) }
    case .shared(let locks): try? locks.unlock(offset)
    case .unopened, .none: break
    }
  }

  fileprivate mutating func checkForOthers() {
    guard case .alone(let locks, let length) = mode, length == nil || locks.length != length
    else { return }
    share()
  }

  /// Releases all locks except those of images in progress.
  fileprivate mutating func share() {
    guard case .alone(let locks, _) = mode else { return }
    mode = .shared(locks)
    if held.isEmpty { return }
    var start = 0
    for offset in held.sorted() {
      if offset > start { try? locks.unlock(start, count: offset - start) }
      start = offset + 1
    }
    try? locks.unlock(start, count: Self.presence - start)
    held = []
  }
}
