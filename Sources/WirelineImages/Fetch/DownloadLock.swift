internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Starts a download unless another process is downloading the same image, and then uses what that
/// process has stored.
///
/// Locks only when the request may start: thousands of requests may wait, and the kernel searches
/// all locks of a file on each call.
final class DownloadLock: RequestGate {
  private struct State: Sendable {
    var wait: Duration?
    var waited = Duration.zero
    var isLocked = false
    var image: StoredImage?
    /// The ticket of a download that is held back.
    var turn: Int?
  }

  private let request: ImageRequest
  private let store: ImageStore
  private let locks: ImageLocks
  private let state = Mutex(State())

  private static let interval = (
    first: Duration.milliseconds(2), longest: Duration.milliseconds(100)
  )

  /// A stopped process retains its locks. After this time the image is fetched anyway, at worst
  /// twice.
  private let longestWait: Duration
  /// Like `longestWait`, for a process that also holds locks of images that it does not fetch.
  private static let shortWait = Duration.seconds(2)

  /// Nil if downloads are never held back.
  private let turns: DownloadTurns?

  init(
    _ request: ImageRequest, _ store: ImageStore, _ locks: ImageLocks, longestWait: Duration,
    turns: DownloadTurns? = nil
  ) {
    self.turns = turns
    self.longestWait = longestWait
    self.request = request
    self.store = store
    self.locks = locks
  }

  deinit {
    if let turns, let turn = state.withLock({ $0.turn }) { turns.leave(turn) }
  }

  /// The image that another process has stored; nil if this process has to fetch it.
  var image: StoredImage? { state.withLock { $0.image } }

  func admit(isFirst: Bool) -> AdmissionDecision {
    guard isFirst else { return .go }
    if let turns, let wait = state.withLock({ turns.wait(&$0.turn) }) { return .wait(wait) }
    let (key, known) = (request.address.key, request.known)
    return state.withLock { state in
      let isLocked = locks.lock(key)
      guard isLocked || isLongEnough(state.waited) else {
        let wait = state.wait.map { min($0 * 2, Self.interval.longest) } ?? Self.interval.first
        state.wait = wait
        state.waited += wait
        return .wait(wait)
      }
      // Another process may have stored it meanwhile.
      let mayBeStored = state.wait != nil || known == nil && locks.hasOtherProcess
      if mayBeStored, let image = store.find(request.address), isNewer(image),
        store.matches(image, request.expected)
      {
        if isLocked { locks.unlock(key) }
        state.image = image
        return .drop
      }
      state.isLocked = isLocked
      return .go
    }
  }

  /// Whether an image was stored or checked after the known one. Within the same second that is
  /// unknown, and the image is requested again.
  private func isNewer(_ image: StoredImage) -> Bool {
    let new = image.entry
    return request.known.map {
      new.checkedAt > $0.entry.checkedAt || new.storedAt > $0.entry.storedAt
    } ?? store.isRecent(image)
  }

  private func isLongEnough(_ wait: Duration) -> Bool {
    wait >= longestWait || wait >= Self.shortWait && locks.isOneOfMany(request.address.key)
  }

  func end() {
    state.withLock { state in
      if state.isLocked { locks.unlock(request.address.key) }
      state.isLocked = false
    }
  }
}

/// Locks between processes, one per image: each locks a byte of a file in the output directory,
/// which the kernel unlocks when the process dies.
///
/// The byte's offset is derived from the hash of the URL. Two URLs with the same offset wait for
/// each other: one pair in 10⁹ of a million images.
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

  /// How often to check for other processes: 50 ms.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 50_000_000)

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

  /// Whether the last `lock` found another process, which may have stored an image.
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
        var patience = Self.patience
        nanosleep(&patience, nil)
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
    checkForOthers()
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
