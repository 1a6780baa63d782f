internal import WirelineCore

/// Reads the rows of GeoNames' table: one city per line, with tabs between the columns.
struct GeoNamesTable: Sendable {
  private static let maximumLineBytes = 1 << 20
  /// The first column of the header line, which some editions have.
  private static let heading = Array("geonameid\t".utf8)

  private var row = GeoNamesRow()
  private var pending: [UInt8] = []
  /// The offset of the next line in the file.
  var offset = 0

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
        if GeoNamesRow.isTruncated(rest) {
          throw .truncated(at: offset + rest.count, rows: tally.rows)
        }
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
      try row.read(content, at: index, body)
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
  private enum Column: Int, CaseIterable {
    case geonameid, name, asciiname, alternatenames, latitude, longitude
    case featureClass, featureCode, countryCode, cc2, admin1, admin2, admin3, admin4
    case population, elevation, dem, timezone, modificationDate
  }

  static let columns = Column.allCases.count
  /// The columns that become additional fields.
  private static let more: [(key: String, Column)] = [
    ("\"admin1\":", .admin1), ("\"feature_code\":", .featureCode), ("\"timezone\":", .timezone),
  ]
  private static let dateBytes = 10

  private var scratch: [UInt8] = []

  /// Whether a last line without a line feed is incomplete.
  static func isTruncated(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.allSatisfy(JSONByte.isSpace) { return false }
    let texts = line.columns(of: 0..<line.count)
    guard texts.count >= columns else { return true }
    return 1..<dateBytes ~= texts[Column.modificationDate.rawValue].count
  }

  /// - Parameters:
  ///   - line: without its line end.
  ///   - index: the position among the rows of the file.
  mutating func read(
    _ line: UnsafeRawBufferPointer, at index: Int, _ body: (CityRow) -> Void
  ) throws(BadCityRow.Reason) {
    let texts = line.columns(of: 0..<line.count)
    guard texts.count == Self.columns else { throw .missingColumns }
    func text(_ column: Column) -> UnsafeRawBufferPointer { texts[column.rawValue] }
    guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
    guard let id = Self.natural(text(.geonameid)) else { throw .noIdentifier }
    let (latitude, longitude) = (text(.latitude), text(.longitude))
    guard JSONDecimal.isNumber(latitude), CityRowNumber.isDegrees(latitude, within: 90),
      JSONDecimal.isNumber(longitude), CityRowNumber.isDegrees(longitude, within: 180)
    else { throw .noCoordinates }
    try CityRowText.checkName(text(.name))
    try CityRowText.checkCountry(text(.countryCode))
    let population = Self.natural(text(.population)) ?? 0
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: text(.countryCode))
    let code = scratch.count
    CityRowText.upperCaseCode(0..<code, of: &scratch)
    if population > 0 { scratch += "\"population\":\(population)".utf8 }
    for (key, column) in Self.more where !text(column).isEmpty {
      if scratch.count > code { scratch.append(JSONByte.comma) }
      scratch += key.utf8
      JSONQuoting.append(text(column), to: &scratch)
    }
    scratch.withUnsafeBytes { scratch in
      body(
        CityRow(
          id: id, name: text(.name),
          country: UnsafeRawBufferPointer(rebasing: scratch[..<code]), latitude: latitude,
          longitude: longitude, population: population,
          more: UnsafeRawBufferPointer(rebasing: scratch[code...]),
          region: text(.admin1), alternates: text(.alternatenames), index: index))
    }
  }

  private static func natural(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.first.map(JSONByte.isDigit) == true, JSONDecimal.isNumber(text) else { return nil }
    return CityRowNumber.integer(text)
  }
}
