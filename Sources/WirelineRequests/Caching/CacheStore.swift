internal import Glibc
internal import Synchronization
package import WirelineCore

/// Responses on disk, for the tools of one user: an index with heads and small
/// bodies, `cache.sqlite`, and a file for each large body.
///
/// Several processes may use it at once. Whatever goes wrong with it is a miss,
/// never an error: a damaged entry is removed, a damaged database made anew.
/// If a lock cannot be had in time, the rest of the run goes on without the cache.
package final class CacheStore: Sendable {
  private let folder: String
  private let files: CacheBodyFiles
  private let limit: Int
  private let patience: Duration
  /// Nil until it is needed, and where it cannot be opened.
  private let index = Mutex<CacheIndex?>(nil)
  /// Marks of what is being asked for; nil until they are needed.
  private let marks = Mutex<ByteLocks?>(nil)
  /// Whether a lock timed out: each further call would wait again.
  private let isOff = Atomic(false)
  private let warn: @Sendable (String) -> Void
  /// Why the index could not be used.
  private let failure = Mutex<SQLiteError?>(nil)

  /// - Parameters:
  ///   - folder: made, with mode 0700, when something is looked up or stored.
  ///   - limit: bytes of heads and bodies; beyond that the least recently used
  ///     entries go.
  ///   - patience: how long another process is waited for, once.
  ///   - warn: told once if the run goes on without the cache.
  package init(
    folder: String, limit: Int, patience: Duration = .seconds(1),
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.folder = folder
    self.warn = warn
    self.patience = patience
    self.limit = max(0, limit)
    files = CacheBodyFiles(folder: folder)
  }

  /// What is stored under a key, every variant of it.
  package func lookUp(_ key: CacheKey) -> [CacheEntry] {
    let rows = perform([]) { index throws(SQLiteError) in try index.rows(key: key.digest) }
    var entries: [CacheEntry] = []
    for row in rows {
      if let entry = row.entry, entry.key == key.digest {
        entries.append(entry)
      } else {
        remove(row.identifier)
      }
    }
    return entries
  }

  /// The body of an entry.
  ///
  /// - Returns: nil for a damaged or missing one, whose entry is removed.
  package func body(of entry: CacheEntry, now: Int) -> CachedBody? {
    // A database that cannot be asked now says nothing about the entry.
    let found: [UInt8]?? = perform(nil) { index throws(SQLiteError) in
      .some(try index.body(entry))
    }
    guard let found, let body = sound(found, entry) else {
      if found != nil { remove(entry) }
      return nil
    }
    // Noting it is a write, and all it is for is order: once a minute will do.
    if entry.used <= now - 60 {
      perform(()) { index throws(SQLiteError) in try index.touch(entry, now: now) }
    }
    return body
  }

  /// The body, if it is the one that was stored.
  private func sound(_ content: [UInt8]?, _ entry: CacheEntry) -> CachedBody? {
    guard let content else { return files.open(entry.bodyDigest).map { .file($0) } }
    let digest = Hexadecimal.encode(SHA256.hash(data: content))
    return digest == entry.bodyDigest ? .bytes(content) : nil
  }

  /// Begins the body of a response that is to be stored.
  package func draft() -> CacheBodyDraft { CacheBodyDraft(files, limit: limit / 10 * 9) }

  /// Stores a response in the place of the one it supersedes.
  ///
  /// - Returns: whether it is stored.
  @discardableResult
  package func store(
    _ response: StoredResponse, under key: CacheKey, body: CacheBodyDraft, now: Int
  ) -> Bool {
    guard let body = body.finish(),
      let row = CacheRow(response, key: key.digest, digest: body.digest, bytes: body.bytes)
    else { return false }
    let gone: [String]? = perform(nil) { index throws(SQLiteError) in
      try index.insert(
        row, resource: key.resource, content: body.content, limit: limit, now: now)
    }
    (gone ?? unreferenced(body)).forEach(files.remove)
    return gone != nil
  }

  /// A body whose row could not be written; another one may have the same.
  private func unreferenced(_ body: FinishedBody) -> [String] {
    perform([]) { index throws(SQLiteError) in try index.unreferenced([body.digest]) }
  }

  /// Replaces the head of an entry, after a 304 or a HEAD.
  @discardableResult
  package func update(_ entry: CacheEntry, to response: StoredResponse, now: Int) -> Bool {
    guard
      var row = CacheRow(
        response, key: entry.key, digest: entry.bodyDigest, bytes: entry.bodyBytes)
    else { return false }
    row.identifier = entry.identifier
    let gone: [String]? = perform(nil) { [row] index throws(SQLiteError) in
      try index.update(row, now: now)
    }
    gone?.forEach(files.remove)
    return gone != nil
  }

  package func remove(_ entry: CacheEntry) { remove(entry.identifier) }

  private func remove(_ identifier: Int64) {
    perform([]) { index throws(SQLiteError) in try index.remove(identifier) }
      .forEach(files.remove)
  }

  /// Removes every response of a URL, whatever its query's order, for whomever
  /// it was.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package func invalidate(_ url: RequestURL) -> Int {
    let resource = CacheKey.resource(url)
    let gone: (count: Int, digests: [String]) = perform((0, [])) { index throws(SQLiteError) in
      try index.remove(resource: resource)
    }
    gone.digests.forEach(files.remove)
    return gone.count
  }

  /// Removes everything, a database that is damaged in whatever way too.
  ///
  /// - Returns: Whether the cache is empty.
  @discardableResult
  package func clear() -> Bool {
    // For those that have it open; what they store from now on goes elsewhere.
    let isEmptied = perform(false) { index throws(SQLiteError) in
      try index.removeAll()
      return true
    }
    index.withLock { index in
      index = nil
      guard let lock = try? FileLock(path: "\(folder)/mend.lock", wait: patience) else { return }
      defer { withExtendedLifetime(lock) {} }
      removeFiles()
    }
    return isEmptied || access(path, F_OK) != 0
  }

  /// The size of the cache.
  ///
  /// - Throws: If its database cannot be used.
  package func measuredStatus() throws(SQLiteError) -> CacheStatus {
    let total: (entries: Int, bytes: Int)? = perform(nil) { index throws(SQLiteError) in
      try index.total()
    }
    if total == nil, let failure = failure.withLock({ $0 }) { throw failure }
    return CacheStatus(entries: total?.entries ?? 0, bytes: total?.bytes ?? 0, limit: limit)
  }

  /// The size of the cache; an unusable one is empty.
  package func status() -> CacheStatus {
    (try? measuredStatus()) ?? CacheStatus(entries: 0, bytes: 0, limit: limit)
  }
}

// MARK: Processes side by side

extension CacheStore {
  /// Marks that this process asks a server for what belongs under a key; the
  /// mark goes with `unmark`, or with the process.
  ///
  /// - Returns: false when another process does so just now. Where there can be
  ///   no marks, everybody asks.
  package func mark(_ key: CacheKey) -> Bool {
    withMarks(true) { marks throws(FileError) in try marks.lock(key.place) }
  }

  package func unmark(_ key: CacheKey) {
    withMarks(()) { marks throws(FileError) in try marks.unlock(key.place) }
  }

  /// Whether another process has marked it.
  package func isMarkedElsewhere(_ key: CacheKey) -> Bool {
    withMarks(false) { marks throws(FileError) in try marks.isLockedElsewhere(key.place) }
  }

  private func withMarks<Value: Sendable>(
    _ fallback: Value, _ body: (ByteLocks) throws(FileError) -> Value
  ) -> Value {
    // Without the cache there is nothing to wait for.
    if isOff.load(ordering: .relaxed) { return fallback }
    return marks.withLock { marks in
      do throws(FileError) {
        let opened: ByteLocks
        if let marks {
          opened = marks
        } else {
          try Directories.create(folder)
          opened = try ByteLocks(path: "\(folder)/flights.lock")
        }
        marks = opened
        return try body(opened)
      } catch {
        return fallback
      }
    }
  }
}

extension CacheKey {
  /// Its byte in the file of marks: two keys that share one only wait for one
  /// another.
  fileprivate var place: Int { Int(digest.prefix(15), radix: 16) ?? 0 }
}

// MARK: Opening and mending

extension CacheStore {
  private var path: String { "\(folder)/cache.sqlite" }

  /// Runs the body on the index; a damaged one is made anew, and the body run
  /// once more.
  private func perform<Value: Sendable>(
    _ fallback: Value, _ body: (CacheIndex) throws(SQLiteError) -> Value
  ) -> Value {
    index.withLock { index in
      // A call that waited for the mutex meanwhile must not wait for the lock too.
      if isOff.load(ordering: .relaxed) { return fallback }
      for _ in 0..<2 {
        do throws(SQLiteError) {
          let opened: CacheIndex
          if let index { opened = index } else { opened = try open() }
          index = opened
          return try body(opened)
        } catch {
          // Whatever it was, a connection that failed is not used again.
          index = nil
          if error.isLocked { turnOff() }
          failure.withLock { $0 = error }
          guard error.isDamage || error.isMoved else { return fallback }
          if error.isDamage { mend() }
        }
      }
      return fallback
    }
  }

  private func turnOff() {
    if isOff.exchange(true, ordering: .relaxed) { return }
    warn(
      "going on without the cache: cannot lock \"\(path)\": another process holds it, or the file "
        + "system does not support locks")
  }

  private func open() throws(SQLiteError) -> CacheIndex {
    try? Directories.create(folder)
    // SQLite would make it readable to others; what it makes beside it has the
    // mode of the database.
    let descriptor = DescriptorShortage.retrying {
      Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    if descriptor >= 0 { close(descriptor) }
    return try CacheIndex(path: path, patience: patience)
  }

  /// Puts an empty database in the place of a damaged one.
  private func mend() {
    guard let lock = try? FileLock(path: "\(folder)/mend.lock", wait: patience) else {
      return turnOff()
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(SQLiteError) {
      // Another process may have mended it while this one waited.
      if try CacheIndex(path: path, patience: patience).isSound() { return }
    } catch {
      // One that is only busy is not taken away from under its user.
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
  /// SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_FORMAT,
  /// SQLITE_NOTADB.
  fileprivate var isDamage: Bool { [1, 11, 24, 26].contains(primaryCode) }

  /// SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, and what SQLITE_IOERR says of locks: UNLOCK,
  /// RDLOCK, CHECKRESERVEDLOCK, LOCK.
  fileprivate var isLocked: Bool {
    [5, 6, 15].contains(primaryCode) || [2058, 2314, 3594, 3850].contains(code)
  }

  /// SQLITE_READONLY_DBMOVED: another process has put a new database there.
  fileprivate var isMoved: Bool { code == 1032 }
}
