internal import WirelineCore

/// The database of a cache.
///
/// Its journal is a rollback journal, not a write-ahead log: a tool opens the
/// cache for a single answer, and for that a log costs two files more and a
/// check point at the end. Writers wait for one another (busy time-out), each
/// for some microseconds, as nothing is flushed: what a power failure damages
/// is a miss by its checksum. A killed process leaves its journal, which the
/// next one rolls back.
enum CacheSchema {
  static let version: Int64 = 1
  /// `wlhc`: no other program's database is taken for ours.
  static let applicationIdentifier: Int64 = 0x776C_6863

  /// What a connection is told first.
  static func connection(_ patience: Duration) -> String {
    let milliseconds = max(0, patience / .milliseconds(1))
    return "PRAGMA busy_timeout=\(Int(milliseconds)); PRAGMA synchronous=OFF"
  }

  /// Whether a file begins as a database of this version does.
  static func isHeader(_ header: SQLiteHeader) -> Bool {
    header.isDatabase && header.applicationIdentifier == applicationIdentifier
      && header.userVersion == version
  }

  /// Fails where a table or a column is missing.
  static let probe = """
    SELECT id, key, resource, variant, head, seal, digest, bytes, size, used, body FROM entry
      LIMIT 0;
    SELECT entries, bytes FROM total
    """

  /// `used` is the last use in seconds since 1970, `seal` the checksum of all
  /// that says what an entry is. The triggers keep the sums, so that no store
  /// has to add up the whole index.
  static let creation = """
    CREATE TABLE entry(
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, resource TEXT NOT NULL, variant TEXT NOT NULL,
      head BLOB NOT NULL, seal TEXT NOT NULL, digest TEXT NOT NULL, bytes INTEGER NOT NULL,
      size INTEGER NOT NULL, used INTEGER NOT NULL, body BLOB);
    CREATE UNIQUE INDEX entry_key ON entry(key, variant);
    CREATE INDEX entry_resource ON entry(resource);
    CREATE INDEX entry_used ON entry(used, id);
    CREATE INDEX entry_digest ON entry(digest);
    CREATE TABLE total(entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO total VALUES(0, 0);
    CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
      UPDATE total SET entries = entries + 1, bytes = bytes + new.size; END;
    CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
      UPDATE total SET entries = entries - 1, bytes = bytes - old.size; END;
    CREATE TRIGGER entry_resized AFTER UPDATE OF size ON entry BEGIN
      UPDATE total SET bytes = bytes - old.size + new.size; END;
    PRAGMA application_id=\(applicationIdentifier);
    PRAGMA user_version=\(version);
    """
}
