internal import WirelineCore

/// A file that cannot be a city file.
package struct CityFileError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  /// It is something else from its first byte on.
  static func found(_ what: String) -> CityFileError {
    CityFileError(
      "expected a JSON array or JSON lines of cities, or GeoNames' table, found \(what)")
  }

  /// - Parameter rows: that were whole.
  static func truncated(at offset: Int, rows: Int) -> CityFileError {
    CityFileError("the file ends at byte \(offset), inside city \(rows + 1)")
  }

  /// - Parameter rows: that came before the fault.
  init(_ error: JSONSyntaxError, rows: Int) {
    switch error.reason {
    case .unexpectedEnd, .unterminatedString: self = .truncated(at: error.offset, rows: rows)
    case _ where rows == 0: self = .found("no JSON: \(error)")
    default: self.init("not JSON after \(rows) cities: \(error)")
    }
  }
}
