internal import WirelineCore

/// Changes that wait to be written, and those that are being written: what a
/// look-up has to see before the database has it.
struct ImageIndexQueue: Sendable {
  /// Puts and removals that go in one transaction, at most.
  static let batch = 500
  /// The same of touches. They are small, and a run that finds everything
  /// stored has nothing else to write.
  static let touchBatch = 10_000
  /// Puts and removals that may wait while they can be written: who is faster
  /// than the disk does the writing.
  static let maximumHeavy = 4 * batch
  /// Changes that may wait where they cannot be written.
  static let maximumChanges = 50_000

  private(set) var waiting: [ImageKey: ImageIndexChange] = [:]
  private(set) var writing: [ImageKey: ImageIndexChange] = [:]
  private var heavy = 0
  /// Changes that were given up, as too many waited.
  private(set) var lost = 0
  /// Why the last batch was not written; nil when it was.
  private(set) var failure: SQLiteError?

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether there is enough for a transaction.
  var isFull: Bool { heavy >= Self.batch || waiting.count >= Self.touchBatch }

  /// Whether whoever brings more has to write it.
  var isOverfull: Bool {
    failure == nil && (heavy >= Self.maximumHeavy || waiting.count >= 2 * Self.touchBatch)
  }

  mutating func add(_ key: ImageKey, _ change: ImageIndexChange) {
    let before = waiting[key]
    let after = before?.followed(by: change) ?? change
    waiting[key] = after
    heavy += (after.isHeavy ? 1 : 0) - (before?.isHeavy == true ? 1 : 0)
  }

  /// What is to be seen of a key.
  ///
  /// - Returns: nil where only the database can tell.
  func change(of key: ImageKey) -> ImageIndexChange? {
    guard let first = writing[key] else { return waiting[key] }
    return waiting[key].map { first.followed(by: $0) } ?? first
  }

  /// Queued images with a content.
  func images(sha256: String) -> [IndexedImage] {
    let newer = waiting.keys.filter { writing[$0] == nil }
    return (Array(writing.keys) + newer).compactMap { key in
      guard case .put(let image) = change(of: key), image.sha256 == sha256 else { return nil }
      return image
    }
  }

  /// Takes all changes, to be written now.
  mutating func begin() -> [ImageKey: ImageIndexChange] {
    writing = waiting
    waiting = [:]
    heavy = 0
    return writing
  }

  /// They are in the database.
  mutating func succeed() {
    writing = [:]
    failure = nil
  }

  /// They are not: they wait again, behind what came meanwhile.
  mutating func fail(_ error: SQLiteError) {
    failure = error
    let later = waiting
    (waiting, writing) = (writing, [:])
    heavy = waiting.values.count { $0.isHeavy }
    for (key, change) in later { add(key, change) }
    guard waiting.count > Self.maximumChanges else { return }
    lost += waiting.count
    waiting = [:]
    heavy = 0
  }

  /// Tells of what was given up, once.
  mutating func takeLost() -> Int {
    defer { lost = 0 }
    return lost
  }
}

extension ImageIndexChange {
  /// Whether it changes a row, and not just when one was used.
  fileprivate var isHeavy: Bool {
    if case .touch = self { false } else { true }
  }
}
