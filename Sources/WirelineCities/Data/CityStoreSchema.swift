internal import Glibc
internal import WirelineCore

/// The SQLite schema of the city database.
enum CityStoreSchema {
  /// `PRAGMA application_id`: "wlci".
  static let applicationIdentifier: Int64 = 0x776C_6369
  /// `PRAGMA user_version`: changes with the tables and with the folds of names.
  static let version: Int64 = 1

  /// The table `city` is its own index: rows are stored in the order of names, and of one name in
  /// the order of rank. `unpopularity` is the negative population, 0 if unknown, or 1 for twins:
  /// cities that share name, country and, if both are known, region with another one nearby.
  /// `region` is the fold of the region's code or name.
  ///
  /// `alias` has the folds of alternate names, and `region` the codes of names of regions.
  static let creation = """
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -4096;
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = \(version);
    CREATE TABLE city (
      fold TEXT NOT NULL, unpopularity INTEGER NOT NULL, country TEXT NOT NULL,
      id INTEGER NOT NULL, name TEXT NOT NULL, latitude TEXT NOT NULL, longitude TEXT NOT NULL,
      more TEXT, region TEXT,
      PRIMARY KEY (fold, unpopularity, country, id)
    ) WITHOUT ROWID;
    CREATE TABLE alias (
      fold TEXT NOT NULL, unpopularity INTEGER NOT NULL, country TEXT NOT NULL,
      id INTEGER NOT NULL,
      PRIMARY KEY (fold, unpopularity, country, id)
    ) WITHOUT ROWID;
    CREATE TABLE region (
      fold TEXT NOT NULL, country TEXT NOT NULL, code TEXT NOT NULL,
      PRIMARY KEY (fold, country, code)
    ) WITHOUT ROWID;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    """
  static let indexes = """
    CREATE INDEX city_country ON city (country, unpopularity);
    CREATE INDEX city_popular ON city (fold) WHERE unpopularity < 0;
    CREATE UNIQUE INDEX city_id ON city (id);
    """
}

/// The order of cities that match a text by name: the lowest score comes first.
///
/// Whole names of cities with known population come first, then names that begin with the text, by
/// population. A whole name of a city with unknown population ranks like a large city: `tok` is
/// rather the start of Tokyo than a hamlet in Alaska. Other beginnings of alternate names count
/// less than those of main names.
enum CityScore {
  /// Scores below this one are those of whole names with known population.
  static let known: Int64 = -1 << 40
  private static let wholeUnknown: Int64 = -1_000_000
  private static let aliasDivisor: Int64 = 50

  static func whole(_ unpopularity: Int64) -> Int64 {
    unpopularity < 0 ? known + unpopularity : wholeUnknown + unpopularity
  }

  static func prefix(_ unpopularity: Int64, isAlias: Bool) -> Int64 {
    isAlias ? unpopularity / aliasDivisor : unpopularity
  }
}

/// The origin and age of a city database.
struct CityMetadata: Sendable, Equatable {
  /// A URL without credentials, or a path.
  var source: String
  var etag: String?
  var lastModified: String?
  /// The digest of the source file's bytes.
  var sha256: String
  var cities: Int
  /// When the content last changed, in seconds since 1970.
  var updatedAt: Int
  /// When the source last confirmed the content, in seconds since 1970. Stored as the modification
  /// time of the database file, so that an update is atomic for readers.
  var checkedAt: Int

  var entries: [(name: String, value: String?)] {
    [
      ("source", source), ("etag", etag), ("last_modified", lastModified), ("sha256", sha256),
      ("cities", String(cities)), ("updated_at", String(updatedAt)),
    ]
  }
}

extension CityMetadata {
  /// The end of the year 9999, in seconds since 1970.
  static let latest = 253_402_300_799

  /// Returns nil if a required entry is missing or out of range.
  init?(entries: [String: String], checkedAt: Int) {
    guard let source = entries["source"], let sha256 = entries["sha256"],
      let cities = entries["cities"].flatMap({ Int($0) }),
      let updatedAt = entries["updated_at"].flatMap({ Int($0) }), cities >= 0,
      (0...Self.latest).contains(updatedAt)
    else { return nil }
    self.init(
      source: source, etag: entries["etag"], lastModified: entries["last_modified"],
      sha256: sha256, cities: cities, updatedAt: updatedAt, checkedAt: checkedAt)
  }
}

/// Why the city database cannot be used.
enum CityStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notACityDatabase(path: String)
  /// Written by another version of this toolbox.
  case otherVersion(path: String, version: Int64)
  /// The content differs from what a sync wrote.
  case damaged(path: String, reason: String)
  case sqlite(SQLiteError)
  case file(FileError)

  init(reading error: SQLiteError) {
    self =
      error.kind == .damaged
      ? .damaged(path: error.path, reason: error.message) : .sqlite(error)
  }

  init(reading error: FileError) {
    self =
      switch error.code {
      case ENOENT: .missing(path: error.path)
      case EIO: .damaged(path: error.path, reason: error.reason)
      default: .file(error)
      }
  }

  var description: String {
    switch self {
    case .missing(let path): "no city database at \"\(path)\""
    case .notACityDatabase(let path): "\"\(path)\" is not a city database"
    case .otherVersion(let path, let version):
      "the city database \"\(path)\" has version \(version), expected \(CityStoreSchema.version)"
    case .damaged(let path, let reason):
      "the city database \"\(path)\" is damaged: \(reason)"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }

  var hint: String? {
    switch self {
    case .missing: "run cities-sync first"
    case .otherVersion: "run cities-sync again"
    case .damaged: "rebuild it with cities-sync --refresh"
    case .notACityDatabase:
      "move the file and run cities-sync, or give another --database"
    case .sqlite, .file: nil
    }
  }
}
