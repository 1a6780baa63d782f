/// Builds a city database aside and swaps it in: readers see the old one or
/// the new one, whole, whenever this process dies.
package struct CityStoreBuilder: Sendable {
  private let path: String
  private var table = CityTable()
  /// Rows that were refused here, beyond those that the file refused.
  package private(set) var badRows = 0

  package init(path: String) { self.path = path }

  package var cities: Int { table.count }

  package mutating func insert(_ row: CityRow) {
    if !table.append(row) { badRows += 1 }
  }

  /// Drops repeated ids; to be called when all rows are here.
  package mutating func complete() { badRows += table.removeRepeated() }

  /// Writes the database beside its place, checks it, and puts it there.
  package mutating func commit(_ metadata: CityMetadata) throws(CityStoreError) {
    let temporary = TemporaryFiles.name(for: path)
    do throws(CityStoreError) {
      try write(to: temporary, metadata)
      do throws(FileError) {
        try FileTime.set(temporary, modified: metadata.checkedAt)
        try AtomicFile.replace(path, with: temporary)
      } catch {
        throw .file(error)
      }
    } catch {
      AtomicFile.remove(temporary)
      throw error
    }
  }

  private mutating func write(to temporary: String, _ metadata: CityMetadata) throws(CityStoreError)
  {
    table.sort()
    do throws(SQLiteError) {
      let database = try SQLiteDatabase(path: temporary, mode: .create)
      try database.execute(CityStoreSchema.creation)
      try database.execute("BEGIN")
      try table.insert(into: database)
      try database.execute(CityStoreSchema.index)
      let entry = try database.prepare("INSERT INTO meta (name, value) VALUES (?, ?)")
      for (name, value) in metadata.entries where value != nil {
        try entry.bind(1, name)
        try entry.bind(2, value)
        try entry.run()
      }
      try database.execute("COMMIT")
      try Self.check(database)
    } catch {
      throw .sqlite(error)
    }
  }

  private static func check(_ database: SQLiteDatabase) throws(SQLiteError) {
    let check = try database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw SQLiteError(
        code: 11, message: "the new database fails its check: \(check.text(0))", sql: nil,
        path: database.path)
    }
  }
}
