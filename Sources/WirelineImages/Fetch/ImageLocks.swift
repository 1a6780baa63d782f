internal import Synchronization
internal import WirelineCore

/// Locks between processes, one per image: each locks a byte of a file in the output directory,
/// which the kernel unlocks when the process dies.
///
/// The byte's offset is derived from the hash of the URL. Two URLs with the same offset wait for
/// each other: one pair in 10⁹ of a million images.
final class ImageLocks: Sendable {
  private enum State: Sendable {
    case unopened
    /// With the length of the file when this process opened it; nil if there was another process.
    case open(ByteLocks, length: Int?)
    /// Locks are unavailable, as on some file systems: each process fetches for itself.
    case unavailable
  }

  private let directory: String
  private let folderMode: UInt32
  private let state = Mutex(State.unopened)

  /// The offset after those of all images, which each process locks shared.
  private static let presence = 1 << 62

  init(directory: String, folderMode: UInt32 = 0o755) {
    self.directory = directory
    self.folderMode = folderMode
  }

  /// Returns whether the caller may fetch the image, and then has to unlock it.
  func lock(_ image: ImageKey) -> Bool {
    guard case .open(let locks, _) = opened else { return true }
    return (try? locks.lock(Self.offset(image))) ?? true
  }

  func unlock(_ image: ImageKey) {
    if case .open(let locks, _) = opened { try? locks.unlock(Self.offset(image)) }
  }

  /// Whether there has been another process since this one has used the locks. It may have stored
  /// an image.
  var hasOtherProcess: Bool {
    guard case .open(let locks, let length?) = opened else { return true }
    return locks.length != length
  }

  private var opened: State {
    state.withLock { state in
      if case .unopened = state { state = Self.open(directory, folderMode) }
      return state
    }
  }

  private static func offset(_ image: ImageKey) -> Int { Int(image.prefix >> 2) }

  /// Each process extends the file, so that earlier ones notice it.
  private static func open(_ directory: String, _ folderMode: UInt32) -> State {
    let path = "\(directory)/.wireline-lock"
    try? Directories.create(containing: path, mode: folderMode)
    guard let locks = try? ByteLocks(path: path) else { return .unavailable }
    do throws(FileError) {
      try locks.share(presence)
      try locks.lengthen()
      let length = locks.length
      return .open(locks, length: try locks.isLockedByOther(presence) ? nil : length)
    } catch {
      return .open(locks, length: nil)
    }
  }
}
