internal import Synchronization

/// Which process fetches an image: a lock on one byte of a file in the output
/// directory, which the kernel frees when its holder dies.
///
/// The byte's place is taken from the hash of the URL; two URLs with the same
/// place, one pair in 10⁹ of a million, only wait for each other.
final class ImageLocks: Sendable {
  private enum Place: Sendable {
    case unopened
    /// - Parameter length: the file's, when this process came; nil where others
    ///   were or are here too.
    case open(ByteLocks, length: Int?)
    /// It cannot be had, as on a file system without locks: then everybody
    /// fetches for himself.
    case none
  }

  private let directory: String
  private let place = Mutex(Place.unopened)

  init(directory: String) { self.directory = directory }

  /// - Returns: whether the image is the caller's to fetch, who then has to
  ///   unlock it.
  func lock(_ image: StoragePath) -> Bool {
    (try? locks?.lock(Self.offset(image))) ?? true
  }

  /// Whether another process was here while this one is, so that an image may be
  /// there that this one does not know of. Exact, and cheaper than to look for
  /// every image: everybody holds a lock together with the others, and lengthens
  /// the file when it comes.
  var hasCompany: Bool {
    place.withLock { place in
      guard case .open(let locks, let length) = place, let length else { return true }
      if locks.length == length { return false }
      place = .open(locks, length: nil)
      return true
    }
  }

  func unlock(_ image: StoragePath) {
    try? locks?.unlock(Self.offset(image))
  }

  private static func offset(_ image: StoragePath) -> Int { Int(image.prefix >> 2) }

  private var locks: ByteLocks? {
    place.withLock { place in
      if case .unopened = place { place = opened() }
      if case .open(let locks, _) = place { return locks }
      return nil
    }
  }

  private func opened() -> Place {
    let path = "\(directory)/.wireline-lock"
    try? Directories.create(containing: path, mode: 0o755)
    guard let locks = try? ByteLocks(path: path) else { return .none }
    do {
      try locks.share(Self.presence)
      try locks.lengthen()
      let length = locks.length
      let isAlone = try !locks.isLockedElsewhere(Self.presence)
      return .open(locks, length: isAlone ? length : nil)
    } catch {
      return .open(locks, length: nil)
    }
  }

  /// Behind those of all images.
  private static let presence = 1 << 62
}
