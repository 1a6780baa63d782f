internal import Glibc
internal import Synchronization
package import WirelineCore

package struct CacheStatus: Sendable, Equatable {
  package let entries: Int
  package let bytes: Int
  /// The least recently used entries are evicted when `bytes` exceeds this limit.
  package let limit: Int
}

/// Stored responses of one user, shared by all tools: heads and small bodies in `cache.sqlite`, and
/// one file per large body.
///
/// Several processes may use it at the same time. Failures count as misses: a damaged entry is
/// removed, a damaged database is recreated. If a lock times out, the rest of the run does without
/// the cache. If the database cannot be used, requests are sent as without it, after one warning.
package final class CacheStore: Sendable {
  private let folder: String
  private let files: CacheBodyFiles
  private let limit: Int
  private let lockTimeout: Duration
  /// The index; nil until it is first used, or if it cannot be opened.
  private let index = Mutex<CacheIndex?>(nil)
  /// Whether a lock timed out. Each further call would wait again.
  private let isOff = Atomic(false)
  private let hasWarned = Atomic(false)
  private let warn: @Sendable (String) -> Void
  private let failure = Mutex<SQLiteError?>(nil)

  /// - Parameters:
  ///   - folder: created with mode 0700 when first used.
  ///   - limit: bytes of heads and bodies. Beyond it the least recently used entries are evicted.
  ///   - lockTimeout: how long to wait for another process, once.
  ///   - warn: called once if the cache cannot be used.
  package init(
    folder: String, limit: Int, lockTimeout: Duration = .seconds(1),
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.folder = folder
    self.warn = warn
    self.lockTimeout = lockTimeout
    self.limit = max(0, limit)
    files = CacheBodyFiles(folder: folder)
  }

  /// Returns all variants stored under a key.
  package func lookUp(_ key: CacheKey) -> [CacheEntry] {
    let rows = perform([]) { index throws(SQLiteError) in try index.rows(key: key.digest) }
    var entries: [CacheEntry] = []
    for row in rows {
      if let entry = CacheEntry(row), row.key == key.digest {
        entries.append(entry)
      } else {
        remove(row.identifier)
      }
    }
    return entries
  }

  /// Returns the body of an entry.
  ///
  /// - Returns: nil if it is damaged or missing. The entry is then removed.
  package func body(of entry: CacheEntry, now: Int) -> CachedBody? {
    // If the database is unavailable, the entry may still be valid.
    let found: [UInt8]?? = perform(nil) { index throws(SQLiteError) in
      .some(try index.body(entry.row))
    }
    guard let found, let body = verified(found, entry) else {
      if found != nil { remove(entry) }
      return nil
    }
    // Recording the use is a write. Eviction needs only the order, so once a minute is enough.
    if entry.row.used <= now - 60 {
      perform(()) { index throws(SQLiteError) in try index.touch(entry.row, now: now) }
    }
    return body
  }

  private func verified(_ content: [UInt8]?, _ entry: CacheEntry) -> CachedBody? {
    let digest = entry.row.digest
    guard let content else {
      return CachedBodyFile(path: files.path(digest), digest: digest).map { .file($0) }
    }
    return Hexadecimal.encode(SHA256.hash(data: content)) == digest ? .bytes(content) : nil
  }

  package func draft() -> CacheBodyDraft { CacheBodyDraft(files, limit: limit / 10 * 9) }

  /// Stores a response, replacing the previous one.
  @discardableResult
  package func store(
    _ response: StoredResponse, under key: CacheKey, body: CacheBodyDraft, now: Int
  ) -> Bool {
    guard let body = body.finish(),
      let row = CacheRow(response, key: key.digest, digest: body.digest, bytes: body.bytes)
    else { return false }
    let removed: [String]? = perform(nil) { index throws(SQLiteError) in
      try index.insert(row, resource: key.resource, content: body.content, limit: limit, now: now)
    }
    // Without its row, the body's file is needed only if another row refers to it.
    let orphans =
      removed ?? perform([]) { index throws(SQLiteError) in try index.unreferenced([body.digest]) }
    orphans.forEach(files.remove)
    return removed != nil
  }

  /// Replaces the head of an entry after a 304 or a response to HEAD.
  @discardableResult
  package func update(_ entry: CacheEntry, to response: StoredResponse, now: Int) -> Bool {
    let old = entry.row
    guard var row = CacheRow(response, key: old.key, digest: old.digest, bytes: old.bytes) else {
      return false
    }
    row.identifier = old.identifier
    let removed: [String]? = perform(nil) { [row] index throws(SQLiteError) in
      try index.update(row, now: now)
    }
    removed?.forEach(files.remove)
    return removed != nil
  }

  package func remove(_ entry: CacheEntry) { remove(entry.row.identifier) }

  private func remove(_ identifier: Int64) {
    perform([]) { index throws(SQLiteError) in try index.remove(identifier) }
      .forEach(files.remove)
  }

  /// Removes all responses of a URL, for any order of its query parameters and any user.
  @discardableResult
  package func invalidate(_ url: RequestURL) -> Int {
    let resource = CacheKey.resource(url)
    let removed: (count: Int, digests: [String]) = perform((0, [])) { index throws(SQLiteError) in
      try index.remove(resource: resource)
    }
    removed.digests.forEach(files.remove)
    return removed.count
  }

  /// Removes everything, including a damaged database.
  @discardableResult
  package func clear() -> Bool {
    // Empty the database first for processes that have it open.
    let isEmptied = perform(false, warns: false) { index throws(SQLiteError) in
      try index.removeAll()
      return true
    }
    index.withLock { index in
      index = nil
      guard let lock = try? FileLock(path: "\(folder)/repair.lock", wait: lockTimeout) else {
        return
      }
      defer { withExtendedLifetime(lock) {} }
      removeFiles()
    }
    return isEmptied || access(path, F_OK) != 0
  }

  /// - Throws: if the database cannot be used.
  package func status() throws(SQLiteError) -> CacheStatus {
    let total: (entries: Int, bytes: Int)? = perform(nil, warns: false) {
      index throws(SQLiteError) in try index.total()
    }
    if total == nil, let failure = failure.withLock({ $0 }) { throw failure }
    return CacheStatus(entries: total?.entries ?? 0, bytes: total?.bytes ?? 0, limit: limit)
  }
}

extension CacheStore {
  private var path: String { "\(folder)/cache.sqlite" }

  /// Runs `body` on the index. Recreates a damaged index and runs `body` again.
  ///
  /// - Parameter warns: false if the caller reports that the database cannot be used.
  private func perform<Value: Sendable>(
    _ fallback: Value, warns: Bool = true, _ body: (CacheIndex) throws(SQLiteError) -> Value
  ) -> Value {
    index.withLock { index in
      // Another call may have timed out while this one waited for the mutex.
      if isOff.load(ordering: .relaxed) { return fallback }
      for _ in 0..<2 {
        do throws(SQLiteError) {
          let opened = if let index { index } else { try open() }
          index = opened
          return try body(opened)
        } catch {
          // A failed connection is not reused.
          index = nil
          if error.isLocked { turnOff() }
          failure.withLock { $0 = error }
          guard error.isDamage || error.isMoved else { break }
          if error.isDamage { repair() }
        }
      }
      if warns, let error = failure.withLock({ $0 }) { warnOnce(of: error) }
      return fallback
    }
  }

  private func warnOnce(of error: SQLiteError) {
    if isOff.load(ordering: .relaxed) || hasWarned.exchange(true, ordering: .relaxed) { return }
    let action = error.primaryCode == 8 ? "write to" : "use"
    warn("cannot \(action) the cache \"\(path)\": \(error.message)")
  }

  private func turnOff() {
    if isOff.exchange(true, ordering: .relaxed) { return }
    warn(
      "continuing without the cache: cannot lock \"\(path)\": another process holds it, or the "
        + "file system does not support locks")
  }

  private func open() throws(SQLiteError) -> CacheIndex {
    var cause: FileError?
    do throws(FileError) {
      try Directories.create(folder)
      // SQLite would create it readable for others. Its journal gets the mode of the database.
      close(try StateFile.open(path, O_RDWR | O_CREAT))
    } catch {
      cause = error
    }
    do throws(SQLiteError) {
      // A file that cannot be written may be readable.
      return try CacheIndex(path: path, lockTimeout: lockTimeout)
    } catch {
      guard error.primaryCode == 14, let cause else { throw error }
      // SQLite's message does not contain the cause.
      throw SQLiteError(code: error.code, message: cause.reason, sql: nil, path: path)
    }
  }

  private func repair() {
    guard let lock = try? FileLock(path: "\(folder)/repair.lock", wait: lockTimeout) else {
      return turnOff()
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(SQLiteError) {
      // Another process may have repaired it while this one waited.
      if try CacheIndex(path: path, lockTimeout: lockTimeout).isIntact() { return }
    } catch {
      // A busy database is not damaged.
      guard error.isDamage else { return }
    }
    removeFiles()
  }

  private func removeFiles() {
    for suffix in ["", "-journal", "-wal", "-shm"] { AtomicFile.remove(path + suffix) }
    files.removeAll()
  }
}

extension SQLiteError {
  /// Whether the code is SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_FORMAT or
  /// SQLITE_NOTADB.
  fileprivate var isDamage: Bool { [1, 11, 24, 26].contains(primaryCode) }

  /// Whether the code is SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, or one of the lock errors of
  /// SQLITE_IOERR: UNLOCK, RDLOCK, CHECKRESERVEDLOCK, LOCK.
  fileprivate var isLocked: Bool {
    [5, 6, 15].contains(primaryCode) || [2058, 2314, 3594, 3850].contains(code)
  }

  /// Whether another process has replaced the database: SQLITE_READONLY_DBMOVED.
  fileprivate var isMoved: Bool { code == 1032 }
}
