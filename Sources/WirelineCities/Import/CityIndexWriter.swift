internal import Glibc
internal import WirelineCore

/// Appends the `CityIndex` to a new database in pieces, so that no part is in memory as a whole.
final class CityIndexWriter {
  private let table: CityTable
  private let aliases: CityAliases
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var labels: CityLabels
  private var counts = CityIndex.Counts()

  private static let bufferSize = 256 << 10

  /// - Parameter path: the database.
  init(
    _ table: CityTable, _ places: LargePlaces?, areas: AreaTable, path: String
  ) throws(FileError) {
    (self.table, self.path) = (table, path)
    labels = CityLabels(areas)
    aliases = CityAliases(table, places)
    descriptor = try StateFile.open(path, O_WRONLY | O_APPEND)
  }

  deinit { close(descriptor) }

  func write() throws(FileError) {
    try writeCities()
    try writeNames()
    for end in labels.ends { try append(end) }
    for row in table.entries.indices {
      try table.withRow(row) { entry, arena throws(FileError) in
        try append(entry.texts(in: arena))
      }
    }
    try aliases.forEachName(of: table) { (name) throws(FileError) in try append(name.fold) }
    counts.spellings = UInt32(aliases.spellings.count)
    counts.labels = UInt32(labels.ends.count)
    counts.labelText = UInt32(labels.text.count)
    for text in [aliases.spellings, labels.text] {
      try text.withUnsafeBufferPointer { (text) throws(FileError) in
        try append(UnsafeRawBufferPointer(text))
      }
    }
    try append(counts)
    try FileBytes.write(buffer, to: descriptor, path: path)
  }

  private func writeCities() throws(FileError) {
    counts.cities = UInt32(table.entries.count)
    for row in table.entries.indices {
      let city = table.withRow(row) { entry, arena in
        let population = Int32(clamping: entry.population)
        return CityIndex.City(
          id: entry.id, latitude: CityRowNumber.degrees(entry.part(.latitude, in: arena)),
          longitude: CityRowNumber.degrees(entry.part(.longitude, in: arena)),
          storedPopulation: entry.isDuplicate ? ~population : population,
          country: labels.number(entry.part(.country, in: arena)),
          area: entry.area, row: counts.rows)
      }
      try append(city)
      counts.rows += UInt32(table.withRow(row) { $0.texts(in: $1).count })
    }
  }

  private func writeNames() throws(FileError) {
    var (prefixes, minima): ([UInt64], [Int32]) = ([], [])
    try aliases.forEachName(of: table) { (name) throws(FileError) in
      let score = CityScore.prefix(
        table.entries[name.row].unpopularity, isAlias: name.spelling > 0)
      if Int(counts.names) % CityIndex.blockLength == 0 {
        prefixes.append(CityIndex.prefix(name.fold))
        minima.append(score)
      }
      minima[minima.count - 1] = min(minima[minima.count - 1], score)
      try append(
        CityIndex.Name(
          fold: counts.folds, city: UInt32(name.row), spelling: name.spelling, score: score))
      counts.names += 1
      counts.folds += UInt32(name.fold.count)
    }
    try append(CityIndex.Name(fold: counts.folds, city: 0, spelling: 0, score: 0))
    for prefix in prefixes { try append(prefix) }
    for minimum in minima { try append(minimum) }
  }

  private func append(_ value: some BitwiseCopyable) throws(FileError) {
    try withUnsafeBytes(of: value) { bytes throws(FileError) in try append(bytes) }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if buffer.count + bytes.count > Self.bufferSize {
      try FileBytes.write(buffer, to: descriptor, path: path)
      buffer.removeAll(keepingCapacity: true)
    }
    guard bytes.count < Self.bufferSize else {
      return try FileBytes.write(bytes, to: descriptor, path: path)
    }
    buffer.append(contentsOf: bytes)
  }
}

/// The texts of areas, and the distinct texts of countries.
private struct CityLabels {
  private(set) var text: [UInt8] = []
  private(set) var ends: [UInt32] = []
  private var numbers: [[UInt8]: UInt32] = [:]
  /// The numbers of the texts of two bytes, such as the country codes of nearly all cities; 0 for
  /// texts without a number.
  private var short = [UInt32](repeating: 0, count: 1 << 16)

  /// The number of the empty text is 0.
  init(_ areas: AreaTable) {
    ends.append(0)
    for area in areas.areas {
      for part in [area.name, area.timezone] {
        text += part
        ends.append(UInt32(text.count))
      }
    }
  }

  mutating func number(_ label: UnsafeRawBufferPointer) -> UInt32 {
    if label.isEmpty { return 0 }
    guard label.count == 2 else { return numbers[Array(label)] ?? add(label) }
    let key = Int(label[0]) << 8 | Int(label[1])
    if short[key] == 0 { short[key] = add(label) }
    return short[key]
  }

  private mutating func add(_ label: UnsafeRawBufferPointer) -> UInt32 {
    text.append(contentsOf: label)
    ends.append(UInt32(text.count))
    let number = UInt32(ends.count - 1)
    numbers[Array(label)] = number
    return number
  }
}
