internal import Synchronization

/// Which process fetches an image: a lock on one byte of a file in the output
/// directory, which the kernel frees when its holder dies.
///
/// The byte's place is taken from the hash of the URL; two URLs with the same
/// place, one pair in 10⁹ of a million, only wait for each other.
final class ImageLocks: Sendable {
  private enum Place: Sendable {
    case unopened
    case open(ByteLocks)
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

  func unlock(_ image: StoragePath) {
    try? locks?.unlock(Self.offset(image))
  }

  private static func offset(_ image: StoragePath) -> Int { Int(image.prefix >> 2) }

  private var locks: ByteLocks? {
    place.withLock { place in
      if case .unopened = place { place = opened() }
      if case .open(let locks) = place { return locks }
      return nil
    }
  }

  private func opened() -> Place {
    let path = "\(directory)/.wireline-lock"
    try? Directories.create(containing: path, mode: 0o755)
    return (try? ByteLocks(path: path)).map { .open($0) } ?? .none
  }
}
