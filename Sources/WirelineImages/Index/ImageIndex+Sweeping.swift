internal import Synchronization
internal import WirelineCore

/// The sums of an image index.
package struct ImageIndexStatus: Sendable, Equatable {
  /// The images of a host or format.
  package struct Share: Sendable, Equatable {
    /// Empty for an unknown host.
    package let name: String
    package let count: Int
    /// The length of the files. Hard links count separately.
    package let bytes: Int
  }

  package let count: Int
  /// The length of the files. Hard links count separately.
  package let bytes: Int
  /// The largest hosts.
  package let hosts: [Share]
  /// All formats, the largest first.
  package let formats: [Share]
}

// Queries over all images, and evictions.
extension ImageIndex {
  /// The result of an eviction.
  package struct Sweep: Sendable, Equatable {
    /// The number of removed images.
    package var count = 0
    /// The length of their files.
    package var bytes = 0
    /// The number of images whose files could not be deleted; their rows stay.
    package var failed = 0
  }

  /// Rows per query, about 2 MB.
  private static let page = 5_000

  /// The number of images and the length of their files, including queued changes.
  package func total() throws(ImageIndexFailure) -> (count: Int, bytes: Int) {
    try flush()
    return try reading { connection throws(SQLiteError) in try connection.total() }
  }

  /// The sums over all images.
  ///
  /// - Parameter hosts: the maximum number of hosts.
  package func status(hosts: Int = 20) throws(ImageIndexFailure) -> ImageIndexStatus {
    try flush()
    return try reading { connection throws(SQLiteError) in
      let total = try connection.total()
      return ImageIndexStatus(
        count: total.count, bytes: total.bytes,
        hosts: try connection.shares("host", limit: max(0, hosts)),
        formats: try connection.shares("format", limit: -1))
    }
  }

  /// Calls the body for each image, the least recently used first, in constant memory.
  ///
  /// - Parameter body: returns whether to continue. It may change the index, but does not see its
  ///   changes during the iteration.
  package func forEach(_ body: (IndexedImage) -> Bool) throws(ImageIndexFailure) {
    try flush()
    do throws(SQLiteError) {
      // A separate connection, so that lookups do not wait.
      try file.connect().forEach(body)
    } catch {
      throw ImageIndexFailure(error)
    }
  }

  /// Up to 16 images with the given content, queued ones first.
  ///
  /// - Parameter sha256: 64 lower-case hexadecimal digits.
  package func findBySHA256(_ sha256: String) -> [IndexedImage] {
    guard let hash = ImageKey(hexadecimal: sha256) else { return [] }
    let isNew = hasTwins.exchange(true, ordering: .relaxed) == false
    if isNew {
      // If this fails, the query scans all rows.
      try? write { connection throws(SQLiteError) in try connection.indexTwins() }
    }
    let queued = queue.withLock { $0.images(sha256: sha256) }
    let stored = try? read { connection throws(SQLiteError) in
      try connection.rows(sha256: hash)
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
  /// - Parameters:
  ///   - limit: bytes of all files together.
  ///   - delete: deletes an image's file and returns whether it is gone.
  package func evict(
    toBytes limit: Int, delete: (IndexedImage) -> Bool
  ) throws(ImageIndexFailure) -> Sweep {
    var left = try total().bytes
    var sweep = Sweep()
    // The number of rows that cannot be removed, and are the first of each page.
    var staying = 0
    while left > limit {
      let page = try reading { [staying] connection throws(SQLiteError) in
        try connection.oldest(Self.page, skipping: staying)
      }
      if page.count == 0 { break }
      let before = sweep
      try clear(page.images, while: { left > limit }, delete, &sweep) { left -= $0.bytes }
      staying += page.count - page.images.count + sweep.failed - before.failed
    }
    return sweep
  }

  /// Deletes images that were last stored or checked before a time, files first.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - isKept: whether to keep an image regardless.
  ///   - delete: as for `evict`.
  package func expire(
    olderThan time: Int, keeping isKept: (ImageKey) -> Bool = { _ in false },
    delete: (IndexedImage) -> Bool
  ) throws(ImageIndexFailure) -> Sweep {
    try flush()
    var sweep = Sweep()
    var start: Int64? = -1
    while let after = start {
      let page = try reading { connection throws(SQLiteError) in
        try connection.expired(before: time, after: after, Self.page)
      }
      start = page.last
      try clear(page.images.filter { !isKept($0.key) }, delete, &sweep)
    }
    return sweep
  }

  /// Deletes files, then their rows.
  private func clear(
    _ images: [IndexedImage], while isNeeded: () -> Bool = { true },
    _ delete: (IndexedImage) -> Bool, _ sweep: inout Sweep, gone: (IndexedImage) -> Void = { _ in }
  ) throws(ImageIndexFailure) {
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
    do throws(SQLiteError) {
      try inTurn { () throws(SQLiteError) in
        try write { [cleared] connection throws(SQLiteError) in try connection.remove(cleared) }
      }
    } catch {
      throw ImageIndexFailure(error)
    }
  }

  private func reading<Value: Sendable>(
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(ImageIndexFailure) -> Value {
    do throws(SQLiteError) {
      return try read(body)
    } catch {
      throw ImageIndexFailure(error)
    }
  }
}
