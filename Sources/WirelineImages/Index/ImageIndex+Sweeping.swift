internal import Synchronization
internal import WirelineCore

// All images, and those that have to go.
extension ImageIndex {
  /// What became of the images that had to go.
  package struct Sweep: Sendable, Equatable {
    /// Images that are gone.
    package var count = 0
    /// Length of their files.
    package var bytes = 0
    /// Images whose files could not be deleted; their rows stay.
    package var failed = 0

    init(count: Int = 0, bytes: Int = 0, failed: Int = 0) {
      self.count = count
      self.bytes = bytes
      self.failed = failed
    }
  }

  /// Rows that are read at once: about 2 MB.
  private static let page = 5_000

  /// Images and the length of their files, queued changes included.
  package func total() throws(ImageIndexFailure) -> (count: Int, bytes: Int) {
    try flush()
    let total = try reading { connection throws(SQLiteError) in
      let total = try connection.total()
      return Sweep(count: total.count, bytes: total.bytes)
    }
    return (total.count, total.bytes)
  }

  /// Sums over all images.
  ///
  /// - Parameter hosts: how many hosts to name.
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

  /// Calls for each image, the least recently used first, in memory that does
  /// not grow with their number.
  ///
  /// - Parameter body: returns whether to go on. It may use the index; what it
  ///   changes is written, and seen here, later.
  package func forEach(_ body: (IndexedImage) -> Bool) throws(ImageIndexFailure) {
    try flush()
    do throws(SQLiteError) {
      // A connection of its own: look-ups need not wait for the end.
      try file.connect().forEach(body)
    } catch {
      throw ImageIndexFailure(error)
    }
  }

  /// Images with the same content, up to 16, queued ones first.
  ///
  /// - Parameter sha256: 64 lower-case hexadecimal digits.
  package func findBySHA256(_ sha256: String) -> [IndexedImage] {
    guard let hash = ImageKey(hexadecimal: sha256) else { return [] }
    let isNew = hasTwins.exchange(true, ordering: .relaxed) == false
    if isNew {
      // Without it the same is found, by a walk over all rows.
      try? write { connection throws(SQLiteError) in try connection.indexTwins() }
    }
    let queued = queue.withLock { $0.images(sha256: sha256) }
    let stored = try? read { connection throws(SQLiteError) in
      try connection.rows(sha256: hash)
    }
    // Of those with a queued change the queue knows better.
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

  /// Deletes the least recently used images until the rest has no more than so
  /// many bytes.
  ///
  /// Of each page of images first the files go, then the rows. Killed between
  /// the two, a row is left whose file is gone: to a look-up that is a miss,
  /// and the next sweep removes it. The other way round a file would be left
  /// that no index knows, that no limit counts and nothing ever removes.
  ///
  /// - Parameters:
  ///   - limit: bytes of all files together.
  ///   - delete: deletes an image's file; true when it is gone, also when it
  ///     was before.
  package func evict(
    toBytes limit: Int, delete: (IndexedImage) -> Bool
  ) throws(ImageIndexFailure) -> Sweep {
    var left = try total().bytes
    var sweep = Sweep()
    // Rows that stay whatever is done, and are the oldest again in the next page.
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

  /// Deletes the images that were neither stored nor found to be up to date
  /// since a time, files first.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - isKept: whether an image stays all the same.
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
