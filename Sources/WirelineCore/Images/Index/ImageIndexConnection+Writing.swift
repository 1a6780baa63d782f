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
      let statement = try statement(
        "DELETE FROM image WHERE key = CAST(?1 AS BLOB) AND path = ?2 AND stored = ?3")
      for image in images {
        try statement.bind(2, image.storedPath)
        try statement.bind(3, Int64(image.storedAt))
        try run(statement, image.key)
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
    try run(try statement("DELETE FROM image WHERE key = CAST(?1 AS BLOB)"), key)
  }

  private func put(_ image: IndexedImage) throws(SQLiteError) {
    if storing == nil { storing = try prepareStoring() }
    guard let (row, use) = storing else { return }
    defer { row.reset() }
    let identifier = try image.insert(row)
    try use.bind(1, identifier)
    try use.bind(2, Int64(image.usedAt))
    try use.run()
  }

  /// Kept apart from the others: to find it by its text takes as long as a part of
  /// its work.
  private func prepareStoring() throws(SQLiteError) -> (row: SQLiteStatement, use: SQLiteStatement)
  {
    (
      row: try statement(Self.insertion),
      use: try statement(
        "INSERT INTO used(id, at) VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET at = ?2")
    )
  }

  private func run(_ statement: SQLiteStatement, _ key: ImageKey) throws(SQLiteError) {
    try key.withBytes { bytes throws(SQLiteError) in
      try statement.bind(1, text: bytes)
      try statement.run()
    }
  }

  private static let insertion: String = {
    let columns = [
      "url", "host", "path", "etag", "modified", "sha256", "twin", "bytes", "format", "width",
      "height", "frames", "orientation", "stored", "checked", "flags",
    ]
    let values = columns.map { $0 == "sha256" ? "CAST(? AS BLOB)" : "?" }
    return """
      INSERT INTO image(key, \(columns.joined(separator: ", ")))
      VALUES(CAST(? AS BLOB), \(values.joined(separator: ", ")))
      ON CONFLICT(key) DO UPDATE SET
      \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      RETURNING id
      """
  }()
}
