internal import WirelineCore

/// A part of a list of rows.
struct ImageIndexPage: Sendable {
  var images: [IndexedImage] = []
  /// The number of rows read, including invalid ones.
  var count = 0
  /// The number of the last row; nil for an empty page.
  var last: Int64?
}

// MARK: Queries

extension ImageIndexConnection {
  /// The least recently used rows, oldest first, after the first `skipping` ones.
  func oldest(_ count: Int, skipping: Int) throws(SQLiteError) -> ImageIndexPage {
    // The small table determines the order, so only the selected rows are read from the large one.
    let statement = try statement(
      """
      SELECT \(ImageIndexSchema.columns)
      FROM (SELECT id, at FROM used ORDER BY at, id LIMIT ?1 OFFSET ?2) AS used
      JOIN image USING(id) ORDER BY at, image.id
      """)
    try statement.bind(1, Int64(count))
    try statement.bind(2, Int64(skipping))
    return try page(statement)
  }

  func expired(
    before time: Int, after identifier: Int64, _ count: Int
  ) throws(SQLiteError) -> ImageIndexPage {
    let statement = try statement(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id)
      WHERE image.id > ?1 AND checked < ?2 ORDER BY image.id LIMIT ?3
      """)
    // Pages by the number of the row: the caller removes rows in between, which would shift an
    // offset.
    try statement.bind(1, identifier)
    try statement.bind(2, Int64(time))
    try statement.bind(3, Int64(count))
    return try page(statement)
  }

  /// Calls the body for each row, the least recently used first, until it returns false. SQLite
  /// sorts on disk what does not fit in its cache.
  func forEach(_ body: (IndexedImage) -> Bool) throws(SQLiteError) {
    // SQLite sorts the small table only. The rows of the large one are read one by one, so that
    // memory is constant.
    let order = try statement("SELECT id FROM used ORDER BY at, id")
    let row = try statement(
      "SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id) WHERE image.id = ?")
    defer {
      order.reset()
      row.reset()
    }
    while try order.step() {
      row.reset()
      try row.bind(1, order.integer(0))
      guard try row.step(), let image = IndexedImage(row) else { continue }
      if !body(image) { return }
    }
  }

  func rows(sha256: ImageKey) throws(SQLiteError) -> [IndexedImage] {
    let statement = try statement(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id)
      WHERE sha256 = ?1 ORDER BY image.id LIMIT 16
      """)
    try statement.bind(1, sha256)
    return try page(statement).images
  }

  func isEmpty() throws(SQLiteError) -> Bool {
    let statement = try statement("SELECT 1 FROM image LIMIT 1")
    defer { statement.reset() }
    return try !statement.step()
  }

  func total() throws(SQLiteError) -> (count: Int, bytes: Int) {
    let statement = try statement(
      """
      SELECT count(*),
        total(bytes) FILTER(WHERE bytes BETWEEN 0 AND \(IndexedImage.sizes.upperBound))
      FROM image
      """)
    defer { statement.reset() }
    // The filter leaves out damaged rows, whose sizes could be anything; `total` cannot overflow.
    guard try statement.step() else { return (0, 0) }
    return (number(statement, 0), number(statement, 1))
  }

  private func page(_ statement: SQLiteStatement) throws(SQLiteError) -> ImageIndexPage {
    defer { statement.reset() }
    var page = ImageIndexPage()
    while try statement.step() {
      page.count += 1
      page.last = statement.integer(0)
      if let image = IndexedImage(statement) { page.images.append(image) }
    }
    return page
  }

  private func number(_ statement: SQLiteStatement, _ column: Int) -> Int {
    Int(truncatingIfNeeded: statement.integer(column))
  }
}

// MARK: Changes

extension ImageIndexConnection {
  func write(_ changes: [ImageKey: ImageIndexChange]) throws(SQLiteError) {
    // In one transaction: a commit costs more than a row.
    guard !changes.isEmpty else { return }
    try database.transaction { () throws(SQLiteError) in
      for (key, change) in changes {
        switch change {
        case .put(let image): try put(image)
        case .touch(let time): try touch(key, time)
        case .remove: try remove(key)
        }
      }
    }
  }

  /// Removes rows whose files were deleted, unless another process has replaced them meanwhile.
  func remove(_ images: [IndexedImage]) throws(SQLiteError) {
    guard !images.isEmpty else { return }
    try database.transaction { () throws(SQLiteError) in
      let row = try statement("SELECT id FROM image WHERE key = ?1 AND path = ?2 AND stored = ?3")
      for image in images {
        try row.bind(2, image.path)
        try row.bind(3, Int64(image.storedAt))
        if let row = try find(row, image.key) { try delete(row) }
      }
    }
  }

  private func touch(_ key: ImageKey, _ time: Int) throws(SQLiteError) {
    let statement = try statement(
      """
      UPDATE used SET at = ?2 WHERE id = (SELECT id FROM image WHERE key = ?1) AND at < ?2
      """)
    // `at < ?2` keeps the later use of another process.
    try statement.bind(1, key)
    try statement.bind(2, Int64(time))
    try statement.run()
  }

  private func remove(_ key: ImageKey) throws(SQLiteError) {
    if let row = try find(key) { try delete(row) }
  }

  private func put(_ image: IndexedImage) throws(SQLiteError) {
    // Cached separately, as the lookup by the long SQL text takes a relevant share of the time.
    let row: SQLiteStatement
    if let storing { row = storing } else { row = try statement(ImageIndexSchema.storing) }
    storing = row
    database.lastInsertedRow = 0
    try image.store(row)
    let inserted = database.lastInsertedRow
    guard let identifier = inserted > 0 ? inserted : try find(image.key) else { return }
    let use = try statement(
      "INSERT INTO used(id, at) VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET at = ?2")
    try use.bind(1, identifier)
    try use.bind(2, Int64(image.usedAt))
    try use.run()
  }

  private func delete(_ row: Int64) throws(SQLiteError) {
    for table in ["image", "used"] {
      let deletion = try statement("DELETE FROM \(table) WHERE id = ?")
      try deletion.bind(1, row)
      try deletion.run()
    }
  }

  private func find(_ key: ImageKey) throws(SQLiteError) -> Int64? {
    try find(try statement("SELECT id FROM image WHERE key = ?1"), key)
  }

  private func find(_ row: SQLiteStatement, _ key: ImageKey) throws(SQLiteError) -> Int64? {
    defer { row.reset() }
    try row.bind(1, key)
    return try row.step() ? row.integer(0) : nil
  }
}
