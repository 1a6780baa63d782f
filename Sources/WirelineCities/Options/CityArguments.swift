package import WirelineCore

/// Which city database a tool uses.
package enum CityDatabase {
  /// - Parameter option: the user's word; nil takes the standard place.
  package static func path(_ option: String?, _ context: ToolContext) throws(UsageError) -> String {
    if let option {
      if option.isEmpty { throw UsageError("--database is empty") }
      return option
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.data, "cities.sqlite")
    } catch {
      throw UsageError(error.description, hint: "give --database")
    }
  }

  /// Which favourites it uses.
  ///
  /// - Parameter option: the user's word; nil takes the standard place.
  package static func favorites(
    _ option: String?, _ context: ToolContext
  ) throws(UsageError) -> String {
    if let option {
      if option.isEmpty { throw UsageError("--favorites-file is empty") }
      return option
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.data, "favorites.sqlite")
    } catch {
      throw UsageError(error.description, hint: "give --favorites-file")
    }
  }
}

/// `--max-bad-rows`: a share of all rows, `1%`, or a number of them.
extension BadRowLimit: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    if argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
      (0...100).contains(percent)
    {
      self = .percent(percent)
    } else if let count = Int(digits: argument) {
      self = .count(count)
    } else {
      throw InvalidArgument(expected: "a share such as 1%, or a whole number")
    }
  }
}

/// `--near`: a place as `LAT,LON`, in degrees.
extension GeographicPoint: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    guard let point = GeographicPoint(argument) else {
      throw InvalidArgument(
        expected: "latitude and longitude in degrees, such as 48.8566,2.3522")
    }
    self = point
  }
}

/// A distance, above 0: a decimal number, and `m`, `km` (the default) or `mi`.
package struct Distance: ArgumentValue, Equatable {
  package let kilometres: Double

  package init(parsing argument: String) throws(InvalidArgument) {
    let number = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let factor: Double? =
      switch argument.dropFirst(number.count) {
      case "km", "": 1
      case "m": 0.001
      // The international mile, 1959.
      case "mi": 1.609344
      default: nil
      }
    guard let factor, let count = Double(number), count > 0, count.isFinite else {
      throw InvalidArgument(expected: "a distance such as 500m, 10km, 5mi")
    }
    kilometres = count * factor
  }
}
