internal import WirelineCore

/// The database of an image index.
///
/// What changes at every use has a small table of its own: a run that finds
/// everything stored rewrites a few pages, not all of them. The content's hash
/// is found by its first eight bytes, `twin`, so that its index stays small. In
/// a path the key's digits are one byte, U+0001.
/// Times are seconds since 1970.
enum ImageIndexSchema {
  static let version: Int64 = 2
  /// `wlix`: no other program's database is taken for ours.
  static let applicationIdentifier: Int64 = 0x776C_6978

  /// What a connection is told first. With a write-ahead log `NORMAL` flushes
  /// at check points only; a power failure may take the last batches, never the
  /// database.
  static func connection(_ patience: Duration) -> String {
    let milliseconds = Int(max(0, patience / .milliseconds(1)))
    return """
      PRAGMA busy_timeout=\(milliseconds); PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2048
      """
  }

  /// Whether a file begins as a database of this version does.
  static func isHeader(_ header: SQLiteHeader) -> Bool {
    header.isDatabase && header.applicationIdentifier == applicationIdentifier
      && header.userVersion == version
  }

  /// Fails where a table or a column is missing.
  static let probe = """
    SELECT \(columns) FROM image JOIN used USING(id) LIMIT 0;
    SELECT entries, bytes FROM total
    """

  /// Made when somebody first looks for the same content: few do, and it costs a
  /// tenth of each row.
  static let twins = "CREATE INDEX IF NOT EXISTS image_twin ON image(twin) WHERE twin IS NOT NULL"

  /// In the order in which a row is read.
  static let columns = """
    image.id, key, url, path, etag, modified, sha256, bytes, format, width, height, frames, \
    orientation, stored, checked, at, flags
    """

  /// The sums are kept, so that a limit costs no walk over the table: by those who
  /// write, at the end of a transaction. Triggers would do it for each row, and
  /// with them SQLite keeps a journal of each statement.
  static let creation = """
    CREATE TABLE image(
      id INTEGER PRIMARY KEY, key BLOB NOT NULL, url TEXT NOT NULL, host TEXT NOT NULL,
      path TEXT NOT NULL, etag TEXT, modified TEXT, sha256 BLOB, twin INTEGER,
      bytes INTEGER NOT NULL, format TEXT NOT NULL, width INTEGER, height INTEGER, frames INTEGER,
      orientation INTEGER, stored INTEGER NOT NULL, checked INTEGER NOT NULL, flags TEXT NOT NULL);
    CREATE UNIQUE INDEX image_key ON image(key);
    CREATE TABLE used(id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE total(entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO total VALUES(0, 0);
    PRAGMA application_id=\(applicationIdentifier);
    PRAGMA user_version=\(version);
    """
}
