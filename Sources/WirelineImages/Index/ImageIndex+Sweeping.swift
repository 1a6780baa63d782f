internal import WirelineCore
internal import WirelineRequests

/// The sums of a store.
struct ImageStoreStatus: Sendable, Equatable {
  /// The images of a host or format.
  struct Share: Sendable, Equatable {
    /// The name of the host; empty if it is unknown.
    let name: String
    var count = 0
    /// The length of the files. Hard links count separately.
    var bytes = 0

    mutating func add(_ image: IndexedImage) {
      count += 1
      bytes += image.bytes
    }
  }

  private(set) var total = Share(name: "")
  private var hostShares: [String: Share] = [:]
  private var formatShares: [ImageFormat: Share] = [:]

  private static let maximumHosts = 20

  /// The hosts with the most bytes.
  var hosts: [Share] { Array(Self.sorted(hostShares.values).prefix(Self.maximumHosts)) }
  var formats: [Share] { Self.sorted(formatShares.values) }

  mutating func add(_ image: IndexedImage) {
    let (host, format) = ((try? RequestURL(image.url))?.host ?? "", image.header.format)
    total.add(image)
    hostShares[host, default: Share(name: host)].add(image)
    formatShares[format, default: Share(name: format.rawValue)].add(image)
  }

  private static func sorted(_ shares: some Collection<Share>) -> [Share] {
    shares.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
  }
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

  /// Calls the body for each image in constant memory, the least recently used first, until it
  /// returns false. It may change the index, but does not see its changes meanwhile.
  func forEach(_ body: (IndexedImage) -> Bool) throws(SQLiteError) {
    try flush()
    // A separate connection, so that lookups do not wait.
    try file.connect().forEach(body)
  }

  /// Up to 16 images with the given content.
  func findBySHA256(_ sha256: ImageKey) -> [IndexedImage] {
    try? writeQueued()
    let images = try? write { connection throws(SQLiteError) in
      // If this fails, the query scans all rows.
      try? connection.statement(ImageIndexSchema.contents).run()
      return try connection.rows(sha256: sha256)
    }
    return images ?? []
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
    let goal = try total().bytes - limit
    var sweep = Sweep()
    // The number of rows that cannot be removed, and are the first of each page.
    var staying = 0
    while sweep.bytes < goal {
      let page = try read { [staying] connection throws(SQLiteError) in
        try connection.oldest(Self.page, skipping: staying)
      }
      if page.count == 0 { break }
      let before = sweep
      try clear(page.images, to: goal, counting: &sweep, delete: delete)
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
      try clear(page.images.filter { !isKept($0.key) }, counting: &sweep, delete: delete)
    }
    return sweep
  }

  /// - Parameter goal: the bytes of the sweep after which the other images are kept.
  private func clear(
    _ images: [IndexedImage], to goal: Int = .max, counting sweep: inout Sweep,
    delete: (IndexedImage) -> Bool
  ) throws(SQLiteError) {
    var cleared: [IndexedImage] = []
    for image in images where sweep.bytes < goal {
      guard delete(image) else {
        sweep.failed += 1
        continue
      }
      sweep.count += 1
      sweep.bytes += image.bytes
      cleared.append(image)
    }
    try write { [cleared] connection throws(SQLiteError) in try connection.remove(cleared) }
  }
}
