/// A row of a city file, in the bytes of the file: valid during a call only.
package struct CityRow {
  package let id: Int64
  /// UTF-8, never empty.
  package let name: UnsafeRawBufferPointer
  /// UTF-8; may be empty.
  package let country: UnsafeRawBufferPointer
  /// Digits as the file has them, in range.
  package let latitude: UnsafeRawBufferPointer
  package let longitude: UnsafeRawBufferPointer
  /// 0 where it is not known.
  package var population: Int64 = 0
  /// Further members of the source, as JSON without the braces; empty for none.
  package var more = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Other names, UTF-8, commas between; empty for none.
  package var alternates = UnsafeRawBufferPointer(start: nil, count: 0)
}

/// A row that cannot be used, and where.
package struct BadCityRow: Sendable, Equatable, CustomStringConvertible {
  package enum Reason: String, Sendable {
    case notAnObject = "it is no object"
    case noIdentifier = "it has no usable \"_id\""
    case noName = "it has no name"
    case noCoordinates = "it has no usable coordinates"
    case repeatedIdentifier = "its \"_id\" is repeated"
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
