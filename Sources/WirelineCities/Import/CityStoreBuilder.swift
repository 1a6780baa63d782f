internal import WirelineCore

/// Builds a city database in a temporary file that replaces the old database. Readers see either
/// database as a whole, even if the process is killed.
struct CityStoreBuilder: Sendable {
  private let path: String
  private var table = CityTable()
  private var places: LargePlaces?
  private var areas = AreaTable(nil)
  /// Bad rows in addition to those that `CityFile` counts.
  private(set) var badRows = 0
  private(set) var badRowSamples: [BadCityRow] = []

  init(path: String) { self.path = path }

  var cities: Int { table.entries.count }
  /// The number of cities that the file does not contain.
  var addedPlaces: Int { table.added.count }

  mutating func insert(_ row: CityRow) {
    if !table.append(row) { badRows += 1 }
  }

  /// Removes repeated ids and sorts the rows. Call it after the last row.
  ///
  /// - Parameters:
  ///   - places: large places, to rank cities by.
  ///   - addsPlaces: whether to add those that a list of the world's cities lacks.
  mutating func complete(_ places: PlaceTable? = nil, addsPlaces: Bool = true) {
    let repeated = table.removeRepeated()
    badRows += repeated.count
    badRowSamples = repeated.prefix(CityFileTally.sampleLimit).map {
      BadCityRow(index: $0, offset: nil, reason: .repeatedIdentifier)
    }
    var hasGeoNamesIDs = false
    if let places {
      let largePlaces = LargePlaces(places)
      hasGeoNamesIDs = table.connect(largePlaces, addsMissing: addsPlaces)
      (self.places, areas) = (largePlaces, AreaTable(places, countries: table.countries))
    }
    table.locate(in: &areas, self.places, hasGeoNamesIDs: hasGeoNamesIDs)
    table.sort()
    table.markDuplicates(areas)
  }

  /// Writes and checks the database in a temporary file, and replaces the old database with it.
  /// Call it after `complete`.
  ///
  /// - Parameters:
  ///   - generations: the number of previous databases to keep.
  ///   - onWritten: called with the path of the new database before it replaces the old one.
  func commit(
    _ metadata: CityMetadata, generations: Int = 0,
    onWritten: (String) throws(CityStoreError) -> Void = { _ in }
  ) throws(CityStoreError) {
    let temporary = TemporaryFiles.name(for: path)
    let unfinished = UnfinishedFile(temporary)
    defer { unfinished.forget() }
    do throws(CityStoreError) {
      try converting(CityStoreError.sqlite) { () throws(SQLiteError) in
        try CityStoreWriter(
          database: try SQLiteDatabase(path: temporary, mode: .create), table: table,
          areas: areas
        ).write(metadata)
      }
      try onWritten(temporary)
      try converting(CityStoreError.file) { () throws(FileError) in
        try CityIndexWriter(table, places, areas: areas, path: temporary).write()
        try CityStoreChecksum.append(to: temporary)
        try FileTime.set(temporary, modified: metadata.checkedAt)
        try CityGenerations(path: path, limit: generations).retainCurrent()
        try AtomicFile.replace(path, with: temporary)
      }
    } catch {
      AtomicFile.remove(temporary)
      throw error
    }
  }
}
