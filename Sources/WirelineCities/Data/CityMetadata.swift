/// Where a city database came from, and when.
package struct CityMetadata: Sendable, Equatable {
  /// A URL without credentials, or a path.
  package var source: String
  /// The server's validators for a conditional request; nil for none.
  package var etag: String?
  package var lastModified: String?
  /// Of the file's bytes.
  package var sha256: String
  package var cities: Int
  /// Seconds since 1970 at which the content last changed.
  package var updatedAt: Int
  /// Seconds since 1970 at which the source was last asked. It is the
  /// modification time of the database file: renewing it writes nothing that a
  /// reader could see half-done.
  package var checkedAt: Int

  package init(
    source: String, etag: String? = nil, lastModified: String? = nil, sha256: String, cities: Int,
    updatedAt: Int, checkedAt: Int
  ) {
    self.source = source
    self.etag = etag
    self.lastModified = lastModified
    self.sha256 = sha256
    self.cities = cities
    self.updatedAt = updatedAt
    self.checkedAt = checkedAt
  }

  /// Names and values as the database holds them.
  var entries: [(name: String, value: String?)] {
    [
      ("source", source), ("etag", etag), ("last_modified", lastModified), ("sha256", sha256),
      ("cities", String(cities)), ("updated_at", String(updatedAt)),
    ]
  }

  /// Nil when an entry that must be there is not.
  init?(entries: [String: String], checkedAt: Int) {
    guard let source = entries["source"], let sha256 = entries["sha256"],
      let cities = entries["cities"].flatMap({ Int($0) }),
      let updatedAt = entries["updated_at"].flatMap({ Int($0) })
    else { return nil }
    self.init(
      source: source, etag: entries["etag"], lastModified: entries["last_modified"],
      sha256: sha256, cities: cities, updatedAt: updatedAt, checkedAt: checkedAt)
  }
}
