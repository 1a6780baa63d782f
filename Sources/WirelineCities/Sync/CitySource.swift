internal import WirelineCore
internal import WirelineRequests

/// The source of city data.
enum CitySource: Sendable {
  case url(RequestURL)
  case file(path: String)
  case descriptor(Int32)

  /// A public file of 209,557 cities, which several city-search apps use.
  static let defaultURL =
    "https://gist.githubusercontent.com/hernan-uala/dce8843a8edbe0b0018b32e137bc2b3a/raw/"
    + "0996accf70cb0ca0e16f9a99e0ee185fafca7af1/cities.json"

  /// The names in `geonames:NAME`.
  static let geoNames = ["cities500", "cities1000", "cities5000", "cities15000"]

  /// - Parameter text: `geonames:cities500`, for a table of <https://download.geonames.org>; nil is
  ///   returned for texts that do not begin with `geonames:`.
  init?(named text: String) throws(UsageError) {
    guard text.hasPrefix("geonames:") else { return nil }
    let name = String(text.dropFirst("geonames:".count))
    let address = "https://download.geonames.org/export/dump/\(name).zip"
    guard Self.geoNames.contains(name), let url = try? RequestURL(address) else {
      throw UsageError(
        "unknown source \"\(text)\"",
        hint: "use " + Self.geoNames.map { "geonames:\($0)" }.joined(separator: ", "))
    }
    self = .url(url)
  }

  /// The name that the database stores, which other users may read. It does not contain user
  /// information, and has `REDACTED` instead of keys in the query, so URLs that differ only in keys
  /// are the same source.
  var name: String {
    switch self {
    case .url(let url): Secrets.redacted(url: url)
    case .file(let path): WorkingDirectory.absolute(path)
    case .descriptor: "-"
    }
  }

  /// The name of the file; nil for standard input.
  var fileName: String? {
    switch self {
    case .url(let url): url.path
    case .file(let path): path
    case .descriptor: nil
    }
  }

  /// The time when the source last changed, in seconds since 1970; nil if this needs a request.
  var changedAt: Int? {
    switch self {
    case .url: nil
    case .file(let path): (try? FileTime.modified(path)) ?? .max
    // Standard input is always imported.
    case .descriptor: .max
    }
  }
}
