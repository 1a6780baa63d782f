/// The origin and age of a city database.
struct CityMetadata: Sendable, Equatable {
  /// A URL without credentials, or a path.
  var source: String
  var etag: String?
  var lastModified: String?
  /// The digest of the source file's bytes.
  var sha256: String
  /// The number of cities, including added places.
  var cities: Int
  /// The number of cities that the source does not contain; nil with `--no-added-places`.
  var addedPlaces: Int?
  /// The time when the content last changed, in seconds since 1970.
  var updatedAt: Int
  /// The time when the source last confirmed the content, in seconds since 1970. Stored as the
  /// modification time of the database file, so that an update is atomic for readers.
  var checkedAt: Int

  var entries: [(name: String, value: String?)] {
    [
      ("source", source), ("etag", etag), ("last_modified", lastModified), ("sha256", sha256),
      ("cities", String(cities)), ("updated_at", String(updatedAt)),
      ("added_places", addedPlaces.map(String.init)),
    ]
  }

  /// The number of cities in the source.
  var sourceCities: Int { cities - (addedPlaces ?? 0) }
}

extension CityMetadata {
  /// The end of the year 9999, in seconds since 1970.
  static let latest = 253_402_300_799

  /// Returns nil if a required entry is missing or out of range.
  init?(entries: [String: String], checkedAt: Int) {
    let addedPlaces = entries["added_places"].map { Int($0) ?? -1 }
    guard let source = entries["source"], let sha256 = entries["sha256"],
      let cities = entries["cities"].flatMap({ UInt32($0) }).map({ Int($0) }),
      let updatedAt = entries["updated_at"].flatMap({ Int($0) }),
      (0...cities).contains(addedPlaces ?? 0), (0...Self.latest).contains(updatedAt)
    else { return nil }
    self.init(
      source: source, etag: entries["etag"], lastModified: entries["last_modified"],
      sha256: sha256, cities: cities, addedPlaces: addedPlaces, updatedAt: updatedAt,
      checkedAt: checkedAt)
  }
}
