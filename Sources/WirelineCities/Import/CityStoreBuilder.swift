internal import WirelineCore

/// Builds a city database aside and swaps it in: readers see the old one or
/// the new one, whole, whenever this process dies.
package struct CityStoreBuilder: Sendable {
  private let path: String
  private var table = CityTable()
  /// Rows that were refused here, beyond those that the file refused.
  package private(set) var badRows = 0
  /// The first of those whose id an earlier one has.
  package private(set) var badRowSamples: [BadCityRow] = []

  package init(path: String) { self.path = path }

  package var cities: Int { table.count }

  package mutating func insert(_ row: CityRow) {
    if !table.append(row) { badRows += 1 }
  }

  /// Drops repeated ids and puts the rows in order; to be called when all are
  /// here.
  package mutating func complete() {
    let repeated = table.removeRepeated()
    badRows += repeated.count
    badRowSamples = repeated.prefix(CityFileTally.sampleLimit).map {
      BadCityRow(index: $0, offset: nil, reason: .repeatedIdentifier)
    }
    table.sort()
  }

  /// What is different from the data that is here; to be called after
  /// `complete`.
  ///
  /// - Parameter tell: gets each change as a line, when somebody wants them.
  package func changes(
    since before: CityStore, tell: (([UInt8]) -> Void)? = nil
  ) throws(CityStoreError) -> CityChanges {
    do throws(SQLiteError) {
      return try CityComparison(before.database, table).changes(tell: tell)
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  /// Writes the database beside its place, checks it, and puts it there; to be
  /// called after `complete`.
  ///
  /// - Parameter generations: how many databases of before are kept.
  package func commit(
    _ metadata: CityMetadata, generations: Int = 0
  ) throws(CityStoreError) {
    var stages = SyncStages()
    try commit(metadata, generations: generations, stages: &stages)
  }

  /// - Parameter stages: gets the times.
  func commit(
    _ metadata: CityMetadata, generations: Int, stages: inout SyncStages
  ) throws(CityStoreError) {
    let temporary = TemporaryFiles.name(for: path)
    do throws(CityStoreError) {
      do throws(SQLiteError) {
        try CityStoreWriter(try SQLiteDatabase(path: temporary, mode: .create))
          .write(table, metadata, &stages)
      } catch {
        throw .sqlite(error)
      }
      do throws(FileError) {
        var start = ContinuousClock.now
        try CityStoreChecksum.append(to: temporary)
        try FileTime.set(temporary, modified: metadata.checkedAt)
        try CityGenerations(path, limit: generations).keep()
        try AtomicFile.replace(path, with: temporary)
        stages.end(.replacing, since: &start)
      } catch {
        throw .file(error)
      }
    } catch {
      AtomicFile.remove(temporary)
      throw error
    }
  }
}
