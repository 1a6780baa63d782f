internal import WirelineCore

/// A change of one key.
enum ImageIndexChange: Sendable {
  /// Boxed, because it is large and passed on often.
  indirect case put(IndexedImage)
  /// A use, in seconds since 1970.
  case touch(Int)
  case remove

  func followed(by next: ImageIndexChange) -> ImageIndexChange {
    switch (self, next) {
    case (_, .put), (_, .remove): return next
    case (.remove, .touch): return .remove
    case (.touch(let first), .touch(let second)): return .touch(max(first, second))
    case (.put(var image), .touch(let time)):
      image.usedAt = max(image.usedAt, time)
      return .put(image)
    }
  }

  /// The entry as seen by a lookup, given the entry in the database.
  func applied(to image: IndexedImage?) -> IndexedImage? {
    switch self {
    case .put(let image): return image
    case .remove: return nil
    case .touch(let time):
      guard var image else { return nil }
      image.usedAt = max(image.usedAt, time)
      return image
    }
  }
}

/// The changes that wait to be written and those being written, which lookups must see before the
/// database has them.
struct ImageIndexQueue: Sendable {
  /// Changes that may wait while writing succeeds. Beyond that, the thread that adds changes writes
  /// them.
  static let maximumWaiting = 8_000
  /// Changes that may wait while writing fails.
  static let maximumChanges = 50_000

  private(set) var waiting: [ImageKey: ImageIndexChange] = [:]
  private(set) var writing: [ImageKey: ImageIndexChange] = [:]
  private(set) var lost = 0
  private(set) var failure: SQLiteError?
  /// Whether a thread will write the waiting changes.
  var isScheduled = false

  var isEmpty: Bool { waiting.isEmpty && writing.isEmpty }

  /// Whether the thread that adds changes has to write them.
  // While writing fails, an attempt for each change would slow the run down.
  var isFull: Bool { failure == nil && waiting.count >= Self.maximumWaiting }

  /// Returns whether the caller has to start a thread that writes the changes.
  mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  mutating func add(_ key: ImageKey, _ change: ImageIndexChange) {
    waiting[key] = waiting[key]?.followed(by: change) ?? change
  }

  /// The queued change of a key, if any.
  func change(of key: ImageKey) -> ImageIndexChange? {
    guard let first = writing[key] else { return waiting[key] }
    return waiting[key].map { first.followed(by: $0) } ?? first
  }

  /// The next batch. Until then a scheduled thread waits, so that a locked index does not collect
  /// threads.
  mutating func begin() -> [ImageKey: ImageIndexChange] {
    isScheduled = false
    // If a damaged index was replaced, the batch that failed is written again.
    if !writing.isEmpty { requeue() }
    (writing, waiting) = (waiting, [:])
    return writing
  }

  mutating func succeed() {
    writing = [:]
    failure = nil
  }

  mutating func fail(_ error: SQLiteError) {
    (failure, isScheduled) = (error, false)
    requeue()
    guard waiting.count > Self.maximumChanges else { return }
    lost += waiting.count
    waiting = [:]
  }

  /// Queues the changes that were not written again, before later ones.
  private mutating func requeue() {
    // The failed batch comes first: `add` combines a later change of a key with it.
    let later = waiting
    (waiting, writing) = (writing, [:])
    for (key, change) in later { add(key, change) }
  }

  mutating func resetLost() -> Int {
    defer { lost = 0 }
    return lost
  }
}
