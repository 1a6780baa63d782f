internal import WirelineCore

/// A row of a city file, in the bytes of the file: valid during a call only.
struct CityRow {
  /// The source's identifier, or a hash (`hashedIdentifier`).
  let id: Int64
  /// UTF-8, 1 to 400 bytes, without control characters.
  let name: UnsafeRawBufferPointer
  /// UTF-8; may be empty. Two letters are upper case.
  let country: UnsafeRawBufferPointer
  /// A JSON number in range, with the digits of the file, of at most 255 bytes.
  let latitude: UnsafeRawBufferPointer
  let longitude: UnsafeRawBufferPointer
  var population: Int64 = 0
  /// Additional fields of the source in their order, as JSON without braces and white space. Of
  /// fields with the same name, only the last is included.
  var more = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The first-level region: a code or a name.
  var region = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Alternate names in UTF-8, separated by commas.
  var alternates = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The position among the rows of the file, including bad ones, from 0.
  var index = 0

  /// The same row with an index.
  func at(_ index: Int) -> CityRow {
    var row = self
    row.index = index
    return row
  }

  /// The identifier of a city without one in its source: the first 53 bits of the SHA-256 of
  /// `country`, `name`, `latitude` and `longitude`, separated by line feeds and without escapes; 1
  /// instead of 0.
  ///
  /// All JSON readers represent integers of 53 bits exactly.
  static func hashedIdentifier(
    country: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    latitude: UnsafeRawBufferPointer, longitude: UnsafeRawBufferPointer
  ) -> Int64 {
    var digest = SHA256()
    for (index, part) in [country, name, latitude, longitude].enumerated() {
      if index > 0 { digest.update(data: [JSONByte.lineFeed]) }
      digest.update(bufferPointer: part)
    }
    let first = digest.finalize().withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    return max(1, Int64(UInt64(bigEndian: first) >> 11))
  }
}

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
    case loneSurrogate = "unpaired surrogate"
    case rawControlCharacter = "unescaped control character in a string"
  }

  let index: Int
  /// The offset in the file in bytes; nil if unknown.
  let offset: Int?
  let reason: Reason

  var description: String {
    let location = offset.map { " at byte \($0)" } ?? ""
    return "row \(index)\(location): \(reason.rawValue)"
  }
}

/// A file that is not a city file.
struct CityFileError: Error, Sendable, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func found(_ content: String) -> CityFileError {
    CityFileError(
      "expected a JSON array, JSON lines or a GeoNames table of cities, found \(content)")
  }

  static func truncated(at offset: Int, rows: Int) -> CityFileError {
    CityFileError("the file ends at byte \(offset), inside city \(rows + 1)")
  }

  init(_ error: JSONSyntaxError, rows: Int) {
    switch error.reason {
    case .unexpectedEnd, .unterminatedString: self = .truncated(at: error.offset, rows: rows)
    case _ where rows == 0: self = .found("invalid JSON: \(error)")
    default: self.init("invalid JSON after \(rows) cities: \(error)")
    }
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
  ///   - row: passes on the row with the given index, or throws why it is bad.
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

/// Checks of the names and countries in a city file.
enum CityRowText {
  /// The maximum length of names and countries.
  static let maximumBytes = 400

  /// - Throws: unless the name has 1 to 400 bytes, not all spaces, without control characters.
  static func checkName(_ name: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard name.count <= maximumBytes else { throw .longName }
    var isBlank = true
    for byte in name {
      if byte < JSONByte.space { throw .controlCharacter }
      if byte != JSONByte.space { isBlank = false }
    }
    if isBlank { throw .noName }
  }

  /// - Throws: unless the country has 0 to 400 bytes without control characters.
  static func checkCountry(_ country: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard country.count <= maximumBytes, country.allSatisfy({ $0 >= JSONByte.space }) else {
      throw .badCountry
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

/// Checks of the numbers in a city file, on their digits.
enum CityRowNumber {
  private static let maximumBytes = 255

  /// The value of an integer, also if written as `1.0` or `1e3`; nil for other numbers.
  static func integer(_ number: UnsafeRawBufferPointer) -> Int64? {
    // 18 digits do not overflow.
    guard number.count <= 18 else { return JSONDecimal(number).integer.map(Int64.init) }
    var value: Int64 = 0
    for byte in number {
      guard JSONByte.isDigit(byte) else { return JSONDecimal(number).integer.map(Int64.init) }
      value = value &* 10 &+ Int64(byte &- JSONByte.zero)
    }
    return value
  }

  /// Whether a number of at most 255 bytes is in `-limit...limit`.
  static func isDegrees(_ number: UnsafeRawBufferPointer, within limit: Int) -> Bool {
    guard number.count <= maximumBytes,
      let value = Double(String(decoding: number, as: UTF8.self))
    else { return false }
    return abs(value) <= Double(limit)
  }
}
