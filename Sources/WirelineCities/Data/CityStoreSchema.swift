/// The SQLite schema of the city database.
enum CityStoreSchema {
  /// `PRAGMA application_id`: "wlci".
  static let applicationIdentifier: Int64 = 0x776C_6369
  /// `PRAGMA user_version`: changes with the tables, the index and the folding of names.
  static let version: Int64 = 3

  /// Cities by id, for users of SQLite too, and the names of regions. `CityIndex` has what is
  /// searched, and the texts that the results show.
  ///
  /// A region of one time zone is an `area`. `region` has the codes of regions by name; for names
  /// of whole countries they are empty. `added` has the ids of cities that the source lacks.
  static let creation = """
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -1024;
    PRAGMA application_id = \(applicationIdentifier);
    PRAGMA user_version = \(version);
    CREATE TABLE city (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL,
      latitude TEXT NOT NULL, longitude TEXT NOT NULL, more TEXT, population INTEGER, area INTEGER
    );
    CREATE TABLE area (
      id INTEGER PRIMARY KEY, country TEXT NOT NULL, region TEXT NOT NULL, name TEXT NOT NULL,
      timezone TEXT NOT NULL
    );
    CREATE INDEX area_region ON area (region, country);
    CREATE TABLE region (
      fold TEXT NOT NULL, country TEXT NOT NULL, code TEXT NOT NULL,
      PRIMARY KEY (fold, country, code)
    ) WITHOUT ROWID;
    CREATE TABLE added (id INTEGER PRIMARY KEY);
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    """
}
