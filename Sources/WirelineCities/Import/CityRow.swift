/// A row of a city file, in the bytes of the file: valid during a call only.
package struct CityRow {
  /// The source's own number, or a hash (`CityRowIdentifier`).
  package let id: Int64
  /// UTF-8, never empty, 400 bytes at most, without control characters.
  package let name: UnsafeRawBufferPointer
  /// UTF-8; may be empty. Two letters are upper case.
  package let country: UnsafeRawBufferPointer
  /// Digits as the file has them, in range: a number of JSON, 255 bytes at most.
  package let latitude: UnsafeRawBufferPointer
  package let longitude: UnsafeRawBufferPointer
  /// 0 where it is not known.
  package var population: Int64 = 0
  /// Further members of the source, as JSON without the braces and without white space, in the
  /// order of the source; empty for none. Of members with one name the last is here.
  package var more = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Other names, UTF-8, commas between; empty for none.
  package var alternates = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Its place among the rows of the file, bad ones included, from 0.
  package var index = 0

  /// The same row at a place of the file.
  func at(_ index: Int) -> CityRow {
    var row = self
    row.index = index
    return row
  }
}

/// A row that cannot be used, and where.
package struct BadCityRow: Sendable, Equatable, CustomStringConvertible {
  package enum Reason: String, Error, Sendable {
    case notAnObject = "it is no object"
    case missingColumns = "it has not 19 columns"
    case noIdentifier = "it has no usable id"
    case repeatedIdentifier = "its id is repeated"
    case noCoordinates = "it has no usable coordinates"
    case noName = "it has no name"
    case longName = "its name has over 400 bytes"
    case controlCharacter = "its name has a control character"
    case badCountry = "its country has a control character or over 400 bytes"
    case notUTF8 = "it is not UTF-8"
    case loneSurrogate = "it has half of a surrogate pair"
    case rawControlCharacter = "a string in it has a raw control character"
  }

  /// From 0.
  package let index: Int
  /// Where it begins in the file, in bytes; nil where that is not known.
  package let offset: Int?
  package let reason: Reason

  package var description: String {
    let place = offset.map { " at byte \($0)" } ?? ""
    return "row \(index)\(place): \(reason.rawValue)"
  }
}
