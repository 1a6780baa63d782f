internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The quota of an API key, shared by all processes in a small file under a lock.
///
/// A damaged or foreign file is ignored and replaced, with a warning. If the folder or the lock is
/// unavailable, a process decides by what it knows and updates the file when it can. No method
/// throws or waits longer than `patience`.
final class YelpQuotaStore: Sendable {
  private struct State {
    var ledger = YelpQuotaLedger()
    /// Whether the file contains that ledger.
    var isShared = true
    /// The lock by which other processes see that this one is running.
    var sign: ByteLocks?
  }

  private let folder: String
  private let path: String
  private var lockPath: String { path + ".lock" }
  private let patience: Duration
  private let now: @Sendable () -> Int
  private let warn: @Sendable (String) -> Void
  private let hasWarned = Atomic(false)
  /// The number of this store: the byte of the file `live` that it keeps locked. The kernel unlocks
  /// it whenever the process ends and, unlike a process ID, the number is never reused.
  private let owner = Int.random(in: 1..<1 << 53)
  private let state = Mutex(State())

  /// Does not read or create anything yet.
  ///
  /// - Parameter warn: called once if the file cannot be used.
  init(
    folder: String, host: String, key: String, patience: Duration = .milliseconds(200),
    warn: @escaping @Sendable (String) -> Void = { _ in }, now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    path = folder + "/" + Self.name(host: host, key: key)
    self.patience = patience
    self.warn = warn
    self.now = now
  }

  static func folder(_ directories: Directories) throws(DirectoryUnknown) -> String {
    try directories.path(.state, "yelp-quota")
  }

  /// The file name for a key and a host, which reveals neither.
  private static func name(host: String, key: String) -> String {
    // Neither contains a line break.
    let text = "wireline yelp quota\n\(host)\n\(key)"
    return Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)).prefix(8)) + ".json"
  }

  /// Decides whether to send a call. Each admitted call ends with one `note`, `exhaust` or
  /// `releaseAdmission`.
  func admit(
    reserve: Int, patience: YelpQuota.Patience = []
  ) -> YelpQuota.Admission {
    change { ledger, now in
      ledger.admit(owner, reserve: reserve, patience: patience, now: now)
    }
  }

  /// Records the response to a call, or without headers that there is none.
  func note(_ headers: HeaderFields, status: Int) {
    // The response to an unknown key does not describe the quota of a key.
    let rates = status == 401 ? YelpRateHeaders() : YelpRateHeaders(headers)
    change { ledger, now in ledger.note(rates, by: owner, now: now) }
  }

  func releaseAdmission() { change { ledger, now in ledger.releaseAdmission(owner, now: now) } }

  /// Records that the server refused a call with `ACCESS_LIMIT_REACHED`.
  ///
  /// - Returns: when to retry, in seconds since 1970.
  func exhaust(_ headers: HeaderFields) -> Int {
    let rates = YelpRateHeaders(headers)
    return change { ledger, now in ledger.exhaust(rates, by: owner, now: now) }
  }

  /// Returns the quota, or nil if it is unknown. Creates nothing.
  func status() -> YelpQuota? {
    state.withLock { state in
      let now = now()
      var ledger = state.ledger
      let file = load() ?? loadLocked()
      if state.isShared {
        ledger = file ?? YelpQuotaLedger()
      } else if let file {
        ledger.merge(file, owner, now: now)
      }
      ledger.quota.resetIfExpired(now: now)
      return ledger.quota.isKnown ? ledger.quota : nil
    }
  }

  private func change<Value>(_ body: (inout YelpQuotaLedger, _ now: Int) -> Value) -> Value {
    state.withLock { state in
      let now = now()
      let lock = lock(isPatient: state.isShared)
      defer { withExtendedLifetime(lock) {} }
      let file = load()
      var ledger = state.ledger
      if lock != nil, state.isShared {
        ledger = file ?? YelpQuotaLedger()
        ledger.reconcile(owner, count: state.ledger.count(of: owner), now: now)
      } else if let file {
        ledger.merge(file, owner, now: now)
      }
      if lock != nil { markAsRunning(&state.sign) }
      ledger.drop { isGone($0, by: state.sign, now: now) }
      let value = body(&ledger, now)
      state.ledger = ledger
      state.isShared = lock != nil && (ledger == file || save(ledger))
      return value
    }
  }

  // MARK: Files

  private func load() -> YelpQuotaLedger? {
    do throws(FileError) {
      let bytes = try StateFile.read(path, limit: YelpQuotaLedger.maximumBytes)
      if let ledger = YelpQuotaLedger(file: bytes) { return ledger }
      warnOnce("it is damaged")
    } catch {
      if !error.isMissingFile { warnOnce(error.reason) }
    }
    return nil
  }

  private func warnOnce(_ reason: String) {
    if hasWarned.exchange(true, ordering: .relaxed) { return }
    warn("ignoring the quota file \"\(path)\": \(reason)")
  }

  /// Reads again under the lock, in case another process was changing the file.
  private func loadLocked() -> YelpQuotaLedger? {
    guard FileAttributes(lockPath) != nil, let lock = try? lock(patience) else { return nil }
    return withExtendedLifetime(lock) { load() }
  }

  private func save(_ ledger: YelpQuotaLedger) -> Bool {
    do throws(FileError) {
      let file = try AtomicFile(path: path, mode: 0o600, mayBeDevice: false)
      try file.write(ledger.fileBytes)
      try file.commit()
      return true
    } catch {
      return false
    }
  }

  /// - Parameter isPatient: false if the lock was unavailable before; its owner may be stopped.
  private func lock(isPatient: Bool) -> FileLock? {
    let wait = isPatient ? patience : min(patience, .milliseconds(2))
    do throws(FileError) {
      return try lock(wait)
    } catch {
      guard error.code == ENOENT, (try? Directories.create(folder)) != nil else { return nil }
      return try? lock(wait)
    }
  }

  private func lock(_ wait: Duration) throws(FileError) -> FileLock? {
    // Processes hold the lock for less than a millisecond, so poll often.
    try FileLock(path: lockPath, wait: wait, isStopping: { false }) { usleep(200) }
  }

  private func markAsRunning(_ sign: inout ByteLocks?) {
    guard sign == nil, let locks = try? ByteLocks(path: folder + "/live"),
      (try? locks.lock(owner)) == true
    else { return }
    sign = locks
    TemporaryFiles.sweep(folder)
  }

  /// Whether the process of the calls has exited. If that is unknown, its calls expire after five
  /// minutes, which no call takes.
  private func isGone(_ calls: YelpQuotaLedger.Calls, by sign: ByteLocks?, now: Int) -> Bool {
    if calls.owner == owner { return false }
    if let sign, let lives = try? sign.isLockedByOther(calls.owner) { return !lives }
    return now - calls.changedAt > 300
  }
}
