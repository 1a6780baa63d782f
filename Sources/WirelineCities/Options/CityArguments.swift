internal import WirelineCore

extension CitySearchOptions.Order: ChoiceArgument {}

/// `--near`: coordinates as `LAT,LON`, in degrees, or `-` for coordinates on stdin.
struct NearPoint: ArgumentValue, Equatable {
  /// The point; nil to read points from stdin.
  let point: GeographicPoint?

  init(parsing argument: String) throws(InvalidArgument) {
    point = argument == "-" ? nil : GeographicPoint(argument)
    guard point != nil || argument == "-" else {
      throw InvalidArgument(
        expected: "latitude and longitude in degrees, such as 48.8566,2.3522, or - for stdin")
    }
  }
}

/// A distance above 0: a decimal number and `m`, `km` (the default) or `mi`.
struct Distance: ArgumentValue, Equatable {
  let kilometres: Double

  init(parsing argument: String) throws(InvalidArgument) {
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
      throw InvalidArgument(expected: "a distance such as 500m, 10km or 5mi")
    }
    kilometres = count * factor
  }
}
