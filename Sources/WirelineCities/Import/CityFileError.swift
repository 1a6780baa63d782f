internal import WirelineCore

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

  init(_ error: ReadError) { self.init(error.detail ?? error.description) }
}
