internal import WirelineCore

/// An open cache database. Used by one thread at a time.
final class CacheIndex {
  private let database: SQLiteDatabase
  private var prepared: [String: SQLiteStatement] = [:]

  /// Opens the database and creates it if it does not exist.
  ///
  /// - Throws: `SQLITE_NOTADB` also for a database that is not a cache or has another version.
  init(path: String, patience: Duration) throws(SQLiteError) {
    // Reading the header is cheaper than two queries. If the header is wrong because a process was
    // killed, the missing table is detected later.
    let header = try? SQLiteHeader(of: path)
    database = try SQLiteDatabase(path: path, mode: .create)
    try database.execute(CacheSchema.connection(patience))
    if let header, CacheSchema.isHeader(header) { return }
    if try isOurs() { return }
    try database.transaction { () throws(SQLiteError) in
      // Another process may have created it.
      guard try !isOurs() else { return }
      let tables = try integers("SELECT count(*) FROM sqlite_schema")
      guard tables == [0] else {
        throw SQLiteError(code: 26, message: "not a cache", sql: nil, path: path)
      }
      try database.execute(CacheSchema.creation)
    }
  }

  private func isOurs() throws(SQLiteError) -> Bool {
    guard try integers("PRAGMA user_version") == [CacheSchema.version] else { return false }
    return try integers("PRAGMA application_id") == [CacheSchema.applicationIdentifier]
  }

  /// Whether all tables exist and SQLite finds no damage.
  func isSound() throws(SQLiteError) -> Bool {
    try database.execute(CacheSchema.probe)
    let check = try database.prepare("PRAGMA quick_check(1)")
    return try check.step() && check.text(0) == "ok"
  }

  func rows(key: String) throws(SQLiteError) -> [CacheRow] {
    let statement = try statement(
      "SELECT id, key, variant, head, seal, digest, bytes, used FROM entry WHERE key = ?")
    defer { statement.reset() }
    try statement.bind(1, key)
    var rows: [CacheRow] = []
    while try statement.step() {
      rows.append(
        CacheRow(
          identifier: statement.integer(0), key: statement.text(1), variant: statement.text(2),
          head: Array(statement.bytes(3)), seal: statement.text(4), digest: statement.text(5),
          bytes: Int(truncatingIfNeeded: statement.integer(6)),
          used: Int(truncatingIfNeeded: statement.integer(7))))
    }
    return rows
  }

  /// Returns a body stored in the database; nil if it is in a file or the entry has been replaced.
  func body(_ entry: CacheEntry) throws(SQLiteError) -> [UInt8]? {
    let statement = try statement("SELECT body FROM entry WHERE id = ? AND digest = ?")
    defer { statement.reset() }
    try statement.bind(1, entry.identifier)
    try statement.bind(2, entry.bodyDigest)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return Array(statement.bytes(0))
  }

  func touch(_ entry: CacheEntry, now: Int) throws(SQLiteError) {
    try run("UPDATE entry SET used = ? WHERE id = ?", Int64(now), entry.identifier)
  }

  /// Inserts an entry, replacing the one with the same key and variant.
  ///
  /// - Returns: digests of bodies that are no longer referenced.
  func insert(
    _ row: CacheRow, resource: String, content: [UInt8]?, limit: Int, now: Int
  ) throws(SQLiteError) -> [String] {
    try database.transaction { () throws(SQLiteError) in
      var gone = try digests("WHERE key = ?1 AND variant = ?2", [row.key, row.variant])
      try run("DELETE FROM entry WHERE key = ?1 AND variant = ?2", row.key, row.variant)
      let statement = try statement(
        """
        INSERT INTO entry(key, resource, variant, head, seal, digest, bytes, size, used, body)
        VALUES(?, ?, ?, CAST(? AS BLOB), ?, ?, ?, ?, ?, CAST(? AS BLOB))
        """)
      try statement.bind(1, row.key)
      try statement.bind(2, resource)
      try statement.bind(3, row.variant)
      try statement.bind(5, row.seal)
      try statement.bind(6, row.digest)
      try statement.bind(7, Int64(row.bytes))
      try statement.bind(8, Int64(row.size))
      try statement.bind(9, Int64(now))
      try runWithBytes(statement, (4, row.head), (10, content))
      gone += try evict(limit: limit)
      return try unreferenced(gone)
    }
  }

  func update(_ row: CacheRow, now: Int) throws(SQLiteError) -> [String] {
    try database.transaction { () throws(SQLiteError) in
      // With another Vary it may replace another variant.
      let others = "key = ?1 AND variant = ?2 AND id <> \(row.identifier)"
      let gone = try digests("WHERE \(others)", [row.key, row.variant])
      try run("DELETE FROM entry WHERE \(others)", row.key, row.variant)
      let statement = try statement(
        """
        UPDATE entry SET variant = ?, head = CAST(? AS BLOB), seal = ?, size = ?, used = ?
        WHERE id = ? AND key = ? AND digest = ? AND bytes = ?
        """)
      try statement.bind(1, row.variant)
      try statement.bind(3, row.seal)
      try statement.bind(4, Int64(row.size))
      try statement.bind(5, Int64(now))
      try statement.bind(6, row.identifier)
      try statement.bind(7, row.key)
      try statement.bind(8, row.digest)
      try statement.bind(9, Int64(row.bytes))
      try runWithBytes(statement, (2, row.head))
      return try unreferenced(gone)
    }
  }

  func remove(_ identifier: Int64) throws(SQLiteError) -> [String] {
    try remove("WHERE id = ?1", [String(identifier)]).digests
  }

  func remove(resource: String) throws(SQLiteError) -> (count: Int, digests: [String]) {
    // Most resources are not stored, and a query is cheaper than a write.
    let isStored = try !digests("WHERE resource = ?1", [resource]).isEmpty
    return isStored ? try remove("WHERE resource = ?1", [resource]) : (0, [])
  }

  func removeAll() throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try database.execute("DELETE FROM entry; UPDATE total SET entries = 0, bytes = 0")
    }
  }

  func total() throws(SQLiteError) -> (entries: Int, bytes: Int) {
    let numbers = try integers("SELECT entries FROM total") + integers("SELECT bytes FROM total")
    guard numbers.count == 2 else { return (0, 0) }
    return (Int(numbers[0]), Int(numbers[1]))
  }
}

// MARK: Statements

extension CacheIndex {
  private func remove(
    _ condition: String, _ values: [String]
  ) throws(SQLiteError) -> (count: Int, digests: [String]) {
    try database.transaction { () throws(SQLiteError) in
      let gone = try digests(condition, values)
      let statement = try statement("DELETE FROM entry \(condition)")
      for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
      try statement.run()
      return (gone.count, try unreferenced(gone))
    }
  }

  /// Evicts the least recently used entries if the limit is exceeded, down to 90 % so that eviction
  /// is rare.
  private func evict(limit: Int) throws(SQLiteError) -> [String] {
    guard try total().bytes > limit else { return [] }
    var gone: [String] = []
    while try total().bytes > limit / 10 * 9 {
      let oldest = "WHERE id = (SELECT id FROM entry ORDER BY used, id LIMIT 1)"
      let digests = try digests(oldest, [])
      if digests.isEmpty { break }
      gone += digests
      try statement("DELETE FROM entry \(oldest)").run()
    }
    return gone
  }

  private func digests(_ condition: String, _ values: [String]) throws(SQLiteError) -> [String] {
    let statement = try statement("SELECT digest FROM entry \(condition)")
    defer { statement.reset() }
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0)) }
    return found
  }

  func unreferenced(_ digests: [String]) throws(SQLiteError) -> [String] {
    var found: [String] = []
    for digest in Set(digests) where try self.digests("WHERE digest = ?1", [digest]).isEmpty {
      found.append(digest)
    }
    return found
  }

  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let known = prepared[sql] { return known }
    let statement = try database.prepare(sql)
    prepared[sql] = statement
    return statement
  }

  private func integers(_ sql: String, _ values: Int64...) throws(SQLiteError) -> [Int64] {
    let statement = try statement(sql)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    var found: [Int64] = []
    while try statement.step() { found.append(statement.integer(0)) }
    return found
  }

  private func run(_ sql: String, _ values: Int64...) throws(SQLiteError) {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    try statement.run()
  }

  private func run(_ sql: String, _ values: String...) throws(SQLiteError) {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    try statement.run()
  }

  private func runWithBytes(
    _ statement: SQLiteStatement, _ first: (index: Int, bytes: [UInt8]),
    _ second: (index: Int, bytes: [UInt8]?)? = nil
  ) throws(SQLiteError) {
    try first.bytes.withUnsafeBufferPointer { bytes throws(SQLiteError) in
      try statement.bind(first.index, text: UnsafeRawBufferPointer(bytes))
      guard let second else { return try statement.run() }
      guard let content = second.bytes else {
        try statement.bind(second.index, nil)
        return try statement.run()
      }
      try content.withUnsafeBufferPointer { content throws(SQLiteError) in
        try statement.bind(second.index, text: UnsafeRawBufferPointer(content))
        try statement.run()
      }
    }
  }
}
