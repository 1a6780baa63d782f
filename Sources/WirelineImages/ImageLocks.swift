internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Which process fetches an image: a lock on one byte of a file in the output
/// directory, which the kernel frees when its holder dies.
///
/// The byte's place is taken from the hash of the URL; two URLs with the same
/// place, one pair in 10⁹ of a million, only wait for each other.
///
/// A process that is alone takes the locks of all images at once, as long as it
/// fetches any: to the kernel a thousand images are then one lock. Everybody
/// lengthens the file when he comes, and holds a lock together with the others
/// while he is there; who sees the file longer gives back what he does not use.
final class ImageLocks: Sendable {
  fileprivate enum Place: Sendable {
    case unopened
    /// This process has been alone so far.
    ///
    /// - Parameter length: the file's, when it came.
    case alone(ByteLocks, length: Int?)
    /// Others were or are here too.
    case shared(ByteLocks)
    /// It cannot be had, as on a file system without locks: then everybody
    /// fetches for himself.
    case none
  }

  fileprivate struct State: Sendable {
    var place = Place.unopened
    /// The images that are being fetched, while this process is alone.
    var held: Set<Int> = []
    /// Whether there is a thread that looks for others.
    var isWatched = false
  }

  private let directory: String
  private let folderMode: UInt32
  private let state = Mutex(State())

  /// How long others wait for what a slow image keeps from them: 50 ms.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 50_000_000)

  /// - Parameter folderMode: of the directory, if it is made, before the umask.
  init(directory: String, folderMode: UInt32 = 0o755) {
    self.directory = directory
    self.folderMode = folderMode
  }

  /// - Returns: whether the image is the caller's to fetch, who then has to
  ///   unlock it.
  func lock(_ image: ImageKey) -> Bool {
    let (isLocked, isNew) = state.withLock { state in
      if case .unopened = state.place { state.place = Self.open(directory, folderMode) }
      let isLocked = state.lock(Self.offset(image))
      let isNew = !state.held.isEmpty && !state.isWatched
      if isNew { state.isWatched = true }
      return (isLocked, isNew)
    }
    if isNew { watch() }
    return isLocked
  }

  /// Whether another process was here while this one is, as far as the last
  /// `lock` could know: then an image may be there that this one does not know of.
  var hasCompany: Bool {
    state.withLock { state in
      if case .alone = state.place { return false }
      return true
    }
  }

  /// Whether another process has not only this image. One that lives gives the
  /// others back at once; one that was stopped, with Ctrl-Z, does not.
  func isAmongMany(_ image: ImageKey) -> Bool {
    state.withLock { state in
      guard case .shared(let locks) = state.place else { return false }
      return ((try? locks.countLockedElsewhere(Self.offset(image))) ?? 0) > 1
    }
  }

  func unlock(_ image: ImageKey) { state.withLock { $0.unlock(Self.offset(image)) } }

  private static func offset(_ image: ImageKey) -> Int { Int(image.prefix >> 2) }

  private static func open(_ directory: String, _ folderMode: UInt32) -> Place {
    let path = "\(directory)/.wireline-lock"
    try? Directories.create(containing: path, mode: folderMode)
    guard let locks = try? ByteLocks(path: path) else { return .none }
    do {
      try locks.share(State.presence)
      try locks.lengthen()
      let length = locks.length
      let isAlone = try !locks.isLockedElsewhere(State.presence)
      return isAlone ? .alone(locks, length: length) : .shared(locks)
    } catch {
      return .shared(locks)
    }
  }

  /// Looks for others while images take their time.
  private func watch() {
    let isWatched = BlockingThread.start { [weak self] in
      repeat {
        var patience = Self.patience
        nanosleep(&patience, nil)
      } while self?.isWatchWorthwhile() ?? false
    }
    if !isWatched { state.withLock { $0.share() } }
  }

  private func isWatchWorthwhile() -> Bool {
    state.withLock { state in
      state.look()
      state.isWatched = !state.held.isEmpty
      return state.isWatched
    }
  }
}

extension ImageLocks.State {
  /// Behind those of all images.
  fileprivate static let presence = 1 << 62

  fileprivate mutating func lock(_ offset: Int) -> Bool {
    look()
    switch place {
    case .alone(let locks, _):
      let isAll = !held.isEmpty || (try? locks.lock(0, count: Self.presence)) ?? false
      if isAll {
        held.insert(offset)
        return true
      }
      // Somebody came just now.
      share()
      return (try? locks.lock(offset)) ?? true
    case .shared(let locks): return (try? locks.lock(offset)) ?? true
    case .unopened, .none: return true
    }
  }

  fileprivate mutating func unlock(_ offset: Int) {
    switch place {
    case .alone(let locks, _):
      if held.remove(offset) != nil, held.isEmpty { try? locks.unlock(0, count: Self.presence) }
    case .shared(let locks): try? locks.unlock(offset)
    case .unopened, .none: break
    }
  }

  /// Shares with others, if there are any now.
  fileprivate mutating func look() {
    guard case .alone(let locks, let length) = place, length == nil || locks.length != length
    else { return }
    share()
  }

  /// Keeps the locks of what is being fetched, no others.
  fileprivate mutating func share() {
    guard case .alone(let locks, _) = place else { return }
    place = .shared(locks)
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
