internal import WirelineCore

/// Reads the rows of GeoNames' table: one city per line, with tabs between the columns.
struct GeoNamesTable: Sendable {
  private static let maximumLineBytes = 1 << 20
  /// The first column of the header line, which some editions have.
  private static let heading = Array("geonameid\t".utf8)

  private var row = GeoNamesRow()
  private var pending: [UInt8] = []
  private var offset: Int

  init(at offset: Int) { self.offset = offset }

  /// Counts every completed row, and passes it to `body`.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, counting tally: inout CityFileTally,
    _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    pending.append(contentsOf: chunk)
    // Taken out of self, which reading a line modifies. The array keeps its memory.
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    let rest = try bytes.withUnsafeBufferPointer { all throws(CityFileError) in
      var rest = UnsafeRawBufferPointer(all)
      while let end = rest.offset(of: JSONByte.lineFeed) {
        try readLine(UnsafeRawBufferPointer(rebasing: rest[..<end]), counting: &tally, body)
        rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
      }
      try check(rest.count, tally)
      if isLast, !rest.isEmpty {
        if row.isTruncated(rest) { throw .truncated(at: offset + rest.count, rows: tally.rows) }
        try readLine(rest, counting: &tally, body)
      }
      return rest.count
    }
    bytes.removeFirst(bytes.count - rest)
    if !isLast { swap(&bytes, &pending) }
  }

  private mutating func readLine(
    _ line: UnsafeRawBufferPointer, counting tally: inout CityFileTally, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    try check(line.count, tally)
    defer { offset += line.count + 1 }
    let isReturn = line.last == JSONByte.carriageReturn
    let content = UnsafeRawBufferPointer(rebasing: line.dropLast(isReturn ? 1 : 0))
    if content.allSatisfy({ $0 == JSONByte.space }) { return }
    if tally.rows == 0, content.starts(with: Self.heading) { return }
    tally.count(at: offset) { index throws(BadCityRow.Reason) in
      try row.read(content) { body($0.at(index)) }
    }
  }

  private func check(_ count: Int, _ tally: CityFileTally) throws(CityFileError) {
    guard count > Self.maximumLineBytes else { return }
    throw CityFileError(
      "not a GeoNames table: a line of over \(Self.maximumLineBytes) bytes at byte \(offset), "
        + "after \(tally.rows) cities")
  }
}

/// Reads lines of GeoNames' table as rows.
///
/// The columns are described in <https://download.geonames.org/export/dump/readme.txt>.
struct GeoNamesRow: Sendable {
  private enum Column: Int {
    case geonameid, name, asciiname, alternatenames, latitude, longitude
    case featureClass, featureCode, countryCode, cc2, admin1, admin2, admin3, admin4
    case population, elevation, dem, timezone, modificationDate
  }

  static let columns = 19
  private static let dateBytes = 10

  /// The ends of the columns: the offsets of the tabs, and of the end of the line.
  private var ends: [Int] = []
  private var scratch: [UInt8] = []

  /// Whether a last line without a line feed is incomplete.
  mutating func isTruncated(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.allSatisfy(JSONByte.isSpace) { return false }
    split(line)
    guard ends.count >= Self.columns else { return true }
    let date = self[.modificationDate, line]
    return !date.isEmpty && date.count < Self.dateBytes
  }

  /// - Parameter line: without its line end.
  mutating func read(
    _ line: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(BadCityRow.Reason) {
    split(line)
    guard ends.count == Self.columns else { throw .missingColumns }
    guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
    guard let id = Self.natural(self[.geonameid, line]) else { throw .noIdentifier }
    let (latitude, longitude) = (self[.latitude, line], self[.longitude, line])
    guard JSONDecimal.isNumber(latitude), CityRowNumber.isDegrees(latitude, within: 90),
      JSONDecimal.isNumber(longitude), CityRowNumber.isDegrees(longitude, within: 180)
    else { throw .noCoordinates }
    try CityRowText.checkName(self[.name, line])
    try CityRowText.checkCountry(self[.countryCode, line])
    let population = Self.natural(self[.population, line]) ?? 0
    scratch.removeAll(keepingCapacity: true)
    appendCode(line)
    let code = scratch.count
    appendMore(line, population)
    scratch.withUnsafeBytes { scratch in
      body(
        CityRow(
          id: id, name: self[.name, line],
          country: UnsafeRawBufferPointer(rebasing: scratch[..<code]), latitude: latitude,
          longitude: longitude, population: population,
          more: UnsafeRawBufferPointer(rebasing: scratch[code...]),
          region: self[.admin1, line], alternates: self[.alternatenames, line]))
    }
  }

  private mutating func split(_ line: UnsafeRawBufferPointer) {
    ends.removeAll(keepingCapacity: true)
    // Stops at one extra column, which is enough to see that there are too many.
    for index in line.indices where line[index] == JSONByte.tab && ends.count <= Self.columns {
      ends.append(index)
    }
    ends.append(line.count)
  }

  private subscript(column: Column, line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let index = column.rawValue
    let start = index == 0 ? 0 : ends[index - 1] + 1
    return UnsafeRawBufferPointer(rebasing: line[start..<ends[index]])
  }

  private static func natural(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.first.map(JSONByte.isDigit) == true, JSONDecimal.isNumber(text) else { return nil }
    return CityRowNumber.integer(text)
  }

  private mutating func appendCode(_ line: UnsafeRawBufferPointer) {
    scratch.append(contentsOf: self[.countryCode, line])
    guard scratch.count == 2, scratch.allSatisfy(CityRowText.isLetter) else { return }
    for index in scratch.indices { scratch[index] &= 0xDF }
  }

  private mutating func appendMore(_ line: UnsafeRawBufferPointer, _ population: Int64) {
    let start = scratch.count
    if population > 0 {
      scratch.append(contentsOf: "\"population\":\(population)".utf8)
    }
    appendField("admin1", self[.admin1, line], after: start)
    appendField("feature_code", self[.featureCode, line], after: start)
    appendField("timezone", self[.timezone, line], after: start)
  }

  private mutating func appendField(
    _ name: StaticString, _ value: UnsafeRawBufferPointer, after start: Int
  ) {
    if value.isEmpty { return }
    if scratch.count > start { scratch.append(JSONByte.comma) }
    name.withUTF8Buffer { JSONQuoting.append(UnsafeRawBufferPointer($0), to: &scratch) }
    scratch.append(JSONByte.colon)
    JSONQuoting.append(value, to: &scratch)
  }
}
