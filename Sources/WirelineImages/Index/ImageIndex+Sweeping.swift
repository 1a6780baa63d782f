internal import Synchronization
internal import WirelineCore

struct ImageIndexStatus: Sendable, Equatable {
  struct Share: Sendable, Equatable {
    /// Empty for an unknown host.
    let name: String
    let count: Int
    /// The length of the files. Hard links count separately.
    let bytes: Int
  }

  let count: Int
  /// The length of the files. Hard links count separately.
  let bytes: Int
  let hosts: [Share]
  let formats: [Share]
}

// Queries over all images, and evictions.
extension ImageIndex {
  struct Sweep: Sendable, Equatable {
    var count = 0
    var bytes = 0
    var failed = 0
  }

  private static let page = 5_000

  /// The number of images and the length of their files, including queued changes.
  func total() throws(SQLiteError) -> (count: Int, bytes: Int) {
    try flush()
    return try read { connection throws(SQLiteError) in try connection.total() }
  }

  func status(hosts: Int = 20) throws(SQLiteError) -> ImageIndexStatus {
    try flush()
    return try read { connection throws(SQLiteError) in
      let total = try connection.total()
      return ImageIndexStatus(
        count: total.count, bytes: total.bytes,
        hosts: try connection.shares("host", limit: max(0, hosts)),
        formats: try connection.shares("format", limit: -1))
    }
  }

  /// Calls the body for each image, the least recently used first, in constant memory, until it
  /// returns false. It may change the index, but does not see its changes meanwhile.
  func forEach(_ body: (IndexedImage) -> Bool) throws(SQLiteError) {
    try flush()
    // A separate connection, so that lookups do not wait.
    try file.connect().forEach(body)
  }

  /// Up to 16 images with the given content, queued ones first.
  func findBySHA256(_ sha256: ImageKey) -> [IndexedImage] {
    if !hasContentIndex.exchange(true, ordering: .relaxed) {
      // If this fails, the query scans all rows.
      try? write { connection throws(SQLiteError) in
        try connection.statement(ImageIndexSchema.contents).run()
      }
    }
    let queued = queue.withLock { $0.images(sha256: sha256) }
    let stored = try? read { connection throws(SQLiteError) in
      try connection.rows(sha256: sha256)
    }
    // Queued changes take precedence over stored rows.
    let others = queue.withLock { queue in
      (stored ?? []).filter { image in
        switch queue.change(of: image.key) {
        case nil, .touch: !queued.contains { $0.key == image.key }
        case .put, .remove: false
        }
      }
    }
    return queued + others
  }

  /// Deletes the least recently used images until the others have at most `limit` bytes.
  ///
  /// Deletes the files of a page before its rows. A kill in between leaves rows without files,
  /// which lookups ignore and the next eviction removes; the other order would leave files that no
  /// limit counts and nothing removes.
  ///
  /// - Parameter delete: deletes an image's file and returns whether it is gone.
  func evict(
    toBytes limit: Int, delete: (IndexedImage) -> Bool
  ) throws(SQLiteError) -> Sweep {
    var left = try total().bytes
    var sweep = Sweep()
    // The number of rows that cannot be removed, and are the first of each page.
    var staying = 0
    while left > limit {
      let page = try read { [staying] connection throws(SQLiteError) in
        try connection.oldest(Self.page, skipping: staying)
      }
      if page.count == 0 { break }
      let before = sweep
      try clear(page.images, while: { left > limit }, delete, &sweep) { left -= $0.bytes }
      staying += page.count - page.images.count + sweep.failed - before.failed
    }
    return sweep
  }

  /// Deletes images that were last stored or checked before a time, except those that `isKept`.
  func expire(
    olderThan time: Int, keeping isKept: (ImageKey) -> Bool = { _ in false },
    delete: (IndexedImage) -> Bool
  ) throws(SQLiteError) -> Sweep {
    try flush()
    var sweep = Sweep()
    var start: Int64? = -1
    while let after = start {
      let page = try read { connection throws(SQLiteError) in
        try connection.expired(before: time, after: after, Self.page)
      }
      start = page.last
      try clear(page.images.filter { !isKept($0.key) }, delete, &sweep)
    }
    return sweep
  }

  private func clear(
    _ images: [IndexedImage], while isNeeded: () -> Bool = { true },
    _ delete: (IndexedImage) -> Bool, _ sweep: inout Sweep, gone: (IndexedImage) -> Void = { _ in }
  ) throws(SQLiteError) {
    var cleared: [IndexedImage] = []
    for image in images where isNeeded() {
      guard delete(image) else {
        sweep.failed += 1
        continue
      }
      sweep.count += 1
      sweep.bytes += image.bytes
      cleared.append(image)
      gone(image)
    }
    try serialized { () throws(SQLiteError) in
      try write { [cleared] connection throws(SQLiteError) in try connection.remove(cleared) }
    }
  }
}
