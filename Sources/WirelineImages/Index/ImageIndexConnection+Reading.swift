internal import WirelineCore

// Questions about many rows.
extension ImageIndexConnection {
  /// The least recently used rows, oldest first.
  ///
  /// - Parameter skipping: how many of the oldest to leave out.
  func oldest(_ count: Int, skipping: Int) throws(SQLiteError) -> ImageIndexPage {
    // The order is told by the small table alone; only what is wanted is read.
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

  /// Rows last stored or checked before a time, by number.
  func expired(
    before time: Int, after identifier: Int64, _ count: Int
  ) throws(SQLiteError) -> ImageIndexPage {
    let statement = try statement(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id)
      WHERE image.id > ?1 AND checked < ?2 ORDER BY image.id LIMIT ?3
      """)
    try statement.bind(1, identifier)
    try statement.bind(2, Int64(time))
    try statement.bind(3, Int64(count))
    return try page(statement)
  }

  /// Calls for each row, the least recently used first, until the body returns
  /// false. SQLite sorts on disk what does not fit in its cache.
  func forEach(_ body: (IndexedImage) -> Bool) throws(SQLiteError) {
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

  /// Rows with the same content.
  func rows(sha256: ImageKey) throws(SQLiteError) -> [IndexedImage] {
    let statement = try statement(
      """
      SELECT \(ImageIndexSchema.columns) FROM image JOIN used USING(id)
      WHERE twin = ?2 AND sha256 = CAST(?1 AS BLOB) ORDER BY image.id LIMIT 16
      """)
    try statement.bind(2, sha256.twin)
    return try sha256.withBytes { bytes throws(SQLiteError) in
      try statement.bind(1, text: bytes)
      return try page(statement).images
    }
  }

  func total() throws(SQLiteError) -> (count: Int, bytes: Int) {
    let statement = try statement("SELECT entries, bytes FROM total")
    defer { statement.reset() }
    guard try statement.step() else { return (0, 0) }
    return (number(statement, 0), number(statement, 1))
  }

  /// Sums by a column, those with the most bytes first.
  func shares(_ column: String, limit: Int) throws(SQLiteError) -> [ImageIndexStatus.Share] {
    let statement = try statement(
      """
      SELECT \(column), count(*), sum(bytes) FROM image GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ?
      """)
    defer { statement.reset() }
    try statement.bind(1, Int64(limit))
    var shares: [ImageIndexStatus.Share] = []
    while try statement.step() {
      shares.append(
        .init(
          name: statement.text(0), count: number(statement, 1), bytes: number(statement, 2)))
    }
    return shares
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
