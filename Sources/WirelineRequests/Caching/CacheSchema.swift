internal import WirelineCore

/// The database schema of the cache.
///
/// Uses a rollback journal instead of a write-ahead log: a tool may open the cache for a single
/// response, and a log would cost two more files and a checkpoint. Writers wait for each other
/// (busy timeout), for microseconds since nothing is flushed. Checksums detect damage from power
/// failures, and the next process rolls back the journal of a killed one.
enum CacheSchema {
  static let version: Int64 = 1
  /// `wlhc`.
  static let applicationIdentifier: Int64 = 0x776C_6863

  static func connection(_ lockTimeout: Duration) -> String {
    let milliseconds = max(0, lockTimeout / .milliseconds(1))
    return "PRAGMA busy_timeout=\(Int(milliseconds)); PRAGMA synchronous=OFF"
  }

  /// Fails if a table or a column is missing.
  static let probe = """
    SELECT id, key, resource, variant, head, seal, digest, bytes, size, used, body FROM entry
      LIMIT 0;
    SELECT entries, bytes FROM total
    """

  /// `used` is the last use in seconds since 1970, `seal` the checksum of the entry. Triggers
  /// maintain the totals, so that storing a response does not scan the index.
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

package struct CacheEntry: Sendable, Equatable {
  let row: CacheRow
  package let response: StoredResponse

  package var bodyBytes: Int { row.bytes }

  /// Returns nil if the row is damaged.
  init?(_ row: CacheRow) {
    guard row.isIntact, let response = StoredResponse(encoded: row.head) else { return nil }
    self.row = row
    self.response = response
  }
}

/// A row of the index, not yet verified.
struct CacheRow: Sendable, Equatable {
  var identifier: Int64 = 0
  var key: String
  var variant: String
  var head: [UInt8]
  var seal: String
  /// SHA-256 of the body, hexadecimal, and its length.
  var digest: String
  var bytes: Int
  var used = 0
}

extension CacheRow {
  /// Creates a sealed row; nil if the head cannot be encoded.
  init?(_ response: StoredResponse, key: String, digest: String, bytes: Int) {
    guard let head = response.encoded else { return nil }
    self.init(
      key: key, variant: response.selecting.fingerprint, head: head, seal: "", digest: digest,
      bytes: bytes)
    seal = expectedSeal
  }

  var size: Int { head.count + bytes }

  var isIntact: Bool { seal == expectedSeal }

  private var expectedSeal: String {
    var hash = SHA256()
    hash.update(data: Array("\(key)\n\(variant)\n\(digest)\n\(bytes)\n".utf8))
    hash.update(data: head)
    return Hexadecimal.encode(hash.finalize())
  }
}
