/// A row that cannot be used.
struct BadCityRow: Sendable, Equatable, CustomStringConvertible {
  enum Reason: String, Error, Sendable {
    case notAnObject = "not a JSON object"
    case missingColumns = "expected 19 columns"
    case noIdentifier = "missing or invalid id"
    case repeatedIdentifier = "repeated id"
    case noCoordinates = "missing or invalid coordinates"
    case noName = "missing name"
    case longName = "name longer than 400 bytes"
    case controlCharacter = "control character in the name"
    case badCountry = "country with a control character or longer than 400 bytes"
    case notUTF8 = "invalid UTF-8"
  }

  let index: Int
  /// The offset in the file in bytes; nil if unknown.
  let offset: Int?
  let reason: Reason

  var withoutOffset: BadCityRow { BadCityRow(index: index, offset: nil, reason: reason) }

  var description: String {
    let location = offset.map { " at byte \($0)" } ?? ""
    return "row \(index)\(location): \(reason.rawValue)"
  }
}

/// Counts rows, and stores the first bad ones.
struct CityFileTally: Sendable {
  static let sampleLimit = 10

  private(set) var rows = 0
  private(set) var badRows = 0
  private(set) var samples: [BadCityRow] = []

  /// - Parameters:
  ///   - offset: the offset of the row in the file, in bytes.
  ///   - row: uses the row with the given index, or throws the reason why it is bad.
  @inline(__always)
  mutating func count(at offset: Int, _ row: (Int) throws(BadCityRow.Reason) -> Void) {
    let index = rows
    rows += 1
    do throws(BadCityRow.Reason) {
      try row(index)
    } catch {
      badRows += 1
      guard samples.count < Self.sampleLimit else { return }
      samples.append(BadCityRow(index: index, offset: offset, reason: error))
    }
  }
}
