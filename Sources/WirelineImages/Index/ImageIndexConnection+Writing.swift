internal import WirelineCore

// What changes the database.
extension ImageIndexConnection {
  /// Writes changes in one transaction.
  func write(_ changes: [ImageKey: ImageIndexChange]) throws(SQLiteError) {
    guard !changes.isEmpty else { return }
    try transaction { () throws(SQLiteError) in
      for (key, change) in changes {
        switch change {
        case .put(let image): try put(image)
        case .touch(let time): try touch(key, time)
        case .remove: try remove(key)
        }
      }
    }
  }

  /// Removes rows whose files are gone, unless they have become others since:
  /// another process may have fetched one of them again.
  func remove(_ images: [IndexedImage]) throws(SQLiteError) {
    guard !images.isEmpty else { return }
    try transaction { () throws(SQLiteError) in
      let row = try statement(
        """
        SELECT id, bytes FROM image
        WHERE key = CAST(?1 AS BLOB) AND path = ?2 AND stored = ?3
        """)
      for image in images {
        try row.bind(2, image.storedPath)
        try row.bind(3, Int64(image.storedAt))
        if let known = try find(row, image.key) { try delete(known) }
      }
    }
  }

  /// From now on rows are found by their content.
  func indexTwins() throws(SQLiteError) { try statement(ImageIndexSchema.twins).run() }

  private func touch(_ key: ImageKey, _ time: Int) throws(SQLiteError) {
    let statement = try statement(
      """
      UPDATE used SET at = ?2
      WHERE id = (SELECT id FROM image WHERE key = CAST(?1 AS BLOB)) AND at < ?2
      """)
    try statement.bind(2, Int64(time))
    try run(statement, key)
  }

  private func remove(_ key: ImageKey) throws(SQLiteError) {
    if let known = try known(key) { try delete(known) }
  }

  private func put(_ image: IndexedImage) throws(SQLiteError) {
    if storing == nil { storing = try prepareStoring() }
    guard let (row, use) = storing else { return }
    try image.store(row)
    if hasChanged {
      try use.bind(1, lastRow)
      try use.bind(2, Int64(image.usedAt))
      try use.run()
      added.entries += 1
      added.bytes += max(0, image.bytes)
    } else {
      try replace(image)
    }
  }

  /// Puts an image in the place of a row that is there.
  private func replace(_ image: IndexedImage) throws(SQLiteError) {
    guard let known = try known(image.key) else { return }
    try image.store(try statement(Self.replacement))
    added.bytes += max(0, image.bytes) - known.bytes
    let use = try statement(
      "INSERT INTO used(id, at) VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET at = ?2")
    try use.bind(1, known.id)
    try use.bind(2, Int64(image.usedAt))
    try use.run()
  }

  private func delete(_ known: (id: Int64, bytes: Int)) throws(SQLiteError) {
    for table in ["image", "used"] {
      let deletion = try statement("DELETE FROM \(table) WHERE id = ?")
      try deletion.bind(1, known.id)
      try deletion.run()
    }
    added.entries -= 1
    added.bytes -= known.bytes
  }

  /// The row of a key, as far as the sums care.
  private func known(_ key: ImageKey) throws(SQLiteError) -> (id: Int64, bytes: Int)? {
    try find(try statement("SELECT id, bytes FROM image WHERE key = CAST(?1 AS BLOB)"), key)
  }

  private func find(
    _ row: SQLiteStatement, _ key: ImageKey
  ) throws(SQLiteError) -> (id: Int64, bytes: Int)? {
    defer { row.reset() }
    return try key.withBytes { bytes throws(SQLiteError) in
      try row.bind(1, text: bytes)
      guard try row.step() else { return nil }
      return (row.integer(0), Int(truncatingIfNeeded: row.integer(1)))
    }
  }

  /// Kept apart from the others: to find it by its text takes as long as a part of
  /// its work.
  private func prepareStoring() throws(SQLiteError) -> (row: SQLiteStatement, use: SQLiteStatement)
  {
    (
      row: try statement(Self.insertion),
      use: try statement("INSERT INTO used(id, at) VALUES(?1, ?2)")
    )
  }

  private func run(_ statement: SQLiteStatement, _ key: ImageKey) throws(SQLiteError) {
    try key.withBytes { bytes throws(SQLiteError) in
      try statement.bind(1, text: bytes)
      try statement.run()
    }
  }

  private static let columns = [
    "url", "host", "path", "etag", "modified", "sha256", "twin", "bytes", "format", "width",
    "height", "frames", "orientation", "stored", "checked", "flags",
  ]

  /// Of a key that is not there; else it does nothing. Without `RETURNING`, for
  /// which SQLite makes a table each time.
  private static let insertion: String = {
    let values = columns.map { $0 == "sha256" ? "CAST(? AS BLOB)" : "?" }
    return """
      INSERT INTO image(key, \(columns.joined(separator: ", ")))
      VALUES(CAST(? AS BLOB), \(values.joined(separator: ", ")))
      ON CONFLICT(key) DO NOTHING
      """
  }()

  /// Of a key that is there, with the same parameters.
  private static let replacement: String = {
    let values = columns.enumerated().map { index, name in
      name == "sha256" ? "sha256 = CAST(?\(index + 2) AS BLOB)" : "\(name) = ?\(index + 2)"
    }
    return "UPDATE image SET \(values.joined(separator: ", ")) WHERE key = CAST(?1 AS BLOB)"
  }()
}
