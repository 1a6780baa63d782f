/// The city database, as SQLite sees it.
enum CityStoreSchema {
  /// `PRAGMA application_id`: "wlci".
  static let applicationIdentifier: Int64 = 0x776C_6369
  /// `PRAGMA user_version`: changed with the tables, and with what folding
  /// makes of a name.
  static let version: Int64 = 4

  /// The table is its own index: rows lie in the order in which a prefix
  /// search gives them. Among cities of one name the large ones come first,
  /// where the source knows: `unpopularity` is the population, negative.
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
      more TEXT,
      PRIMARY KEY (fold, unpopularity, country, id)
    ) WITHOUT ROWID;
    CREATE TABLE alias (
      fold TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (fold, id)
    ) WITHOUT ROWID;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    """
  static let indexes = """
    CREATE INDEX city_country ON city (country);
    CREATE UNIQUE INDEX city_id ON city (id);
    """
}
