/// The SQLite schema of the city database.
enum CityStoreSchema {
  /// `PRAGMA application_id`: "wlci".
  static let applicationIdentifier: Int64 = 0x776C_6369
  /// `PRAGMA user_version`: changes with the tables and with the folds of names.
  static let version: Int64 = 2

  /// The table `city` is its own index: rows are stored in the order of names, and of one name in
  /// the order of rank. `unpopularity` is the negative population, 0 if unknown, or 1 for twins:
  /// cities that share name, country and, if both are known, region with another one nearby.
  /// `region` is the fold of the region's code or name.
  ///
  /// `alias` has the folds of alternate names, `region` the codes of names of regions, and `added`
  /// the ids of cities that the source does not contain.
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
      PRIMARY KEY (\(CityOrder.columns()))
    ) WITHOUT ROWID;
    CREATE TABLE alias (
      fold TEXT NOT NULL, unpopularity INTEGER NOT NULL, country TEXT NOT NULL,
      id INTEGER NOT NULL,
      PRIMARY KEY (\(CityOrder.columns()))
    ) WITHOUT ROWID;
    CREATE TABLE region (
      fold TEXT NOT NULL, country TEXT NOT NULL, code TEXT NOT NULL,
      PRIMARY KEY (fold, country, code)
    ) WITHOUT ROWID;
    CREATE TABLE added (id INTEGER PRIMARY KEY);
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    """
  static let indexes = """
    CREATE INDEX city_country ON city (country, unpopularity);
    CREATE INDEX city_popular ON city (fold) WHERE unpopularity < 0;
    CREATE UNIQUE INDEX city_id ON city (id);
    """
}
