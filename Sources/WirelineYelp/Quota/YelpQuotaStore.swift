internal import Glibc
internal import Synchronization
package import WirelineCore
package import WirelineRequests

/// The quota of an API key, shared by all processes that use it: a small file,
/// read, decided upon and replaced under a lock.
///
/// A file that is damaged or not ours is as good as none, and is replaced. Where
/// the folder or the lock cannot be had, a process decides by what it knows, and
/// tells the others when it can again. Nothing here fails, and nothing waits for
/// longer than `patience`.
package final class YelpQuotaStore: Sendable {
  private struct State {
    /// As it was left last.
    var ledger = YelpQuotaLedger()
    /// Whether the file has been left the same.
    var isShared = true
    /// By which others see that this process lives.
    var sign: ByteLocks?
  }

  private let folder: String
  private let path: String
  private var lockPath: String { path + ".lock" }
  private let patience: Duration
  private let now: @Sendable () -> Int
  /// This store's number among all: a byte of the file `live` that it has locked
  /// as long as it is. The kernel frees it whatever ends the process, and no other
  /// process gets the same number later, as it may with a process's.
  private let owner = Int.random(in: 1..<1 << 53)
  private let state = Mutex(State())

  /// Nothing is read or created yet.
  ///
  /// - Parameters:
  ///   - folder: see `YelpQuotaStore.folder`; created with mode 0700.
  ///   - host: of the API, with the port if it is not the scheme's own.
  ///   - key: a secret; it cannot be found out from what is stored.
  ///   - patience: how long a call may wait for other processes.
  ///   - now: seconds since 1970.
  package init(
    folder: String, host: String, key: String, patience: Duration = .milliseconds(200),
    now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    path = folder + "/" + Self.name(host: host, key: key)
    self.patience = patience
    self.now = now
  }

  /// Where quotas lie.
  package static func folder(_ directories: Directories) throws(DirectoryUnknown) -> String {
    try directories.path(.state, "yelp-quota")
  }

  /// The file of a key and a host, which tells neither.
  private static func name(host: String, key: String) -> String {
    // Neither has a line break.
    let text = "wireline yelp quota\n\(host)\n\(key)"
    return Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)).prefix(8)) + ".json"
  }

  /// Decides on a call that is to be sent. Each that may go ends with one `note`,
  /// `exhaust` or `giveBack`.
  ///
  /// - Parameters:
  ///   - reserve: calls that have to be left after this one.
  ///   - patience: which responses the call can wait for.
  package func admit(
    reserve: Int, patience: YelpQuota.Patience = []
  ) -> YelpQuota.Admission {
    change { ledger, now in
      ledger.admit(owner, reserve: reserve, patience: patience, now: now)
    }
  }

  /// A call was answered; or it was sent, and there is no answer: then without
  /// headers.
  package func note(_ headers: HeaderFields, status: Int) {
    // What is said to a key that is unknown is said of no key's quota.
    let rates = status == 401 ? YelpRateHeaders() : YelpRateHeaders(headers)
    change { ledger, now in ledger.note(rates, by: owner, now: now) }
  }

  /// A call that was admitted is not sent.
  package func giveBack() { change { ledger, now in ledger.giveBack(owner, now: now) } }

  /// A call was refused because all are used up, `ACCESS_LIMIT_REACHED`.
  ///
  /// - Returns: when to try again, in seconds since 1970.
  package func exhaust(_ headers: HeaderFields) -> Int {
    let rates = YelpRateHeaders(headers)
    return change { ledger, now in ledger.exhaust(rates, by: owner, now: now) }
  }

  /// What is known now; nil for nothing. Creates nothing.
  package func status() -> YelpQuota? {
    state.withLock { state in
      let now = now()
      var ledger = state.ledger
      let file = load() ?? loadLocked()
      if state.isShared {
        ledger = file ?? YelpQuotaLedger()
      } else if let file {
        ledger.meet(file, owner, now: now)
      }
      ledger.quota.settle(now: now)
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
        ledger.meet(file, owner, now: now)
      }
      if lock != nil { live(&state.sign) }
      ledger.drop { isGone($0, by: state.sign, now: now) }
      let value = body(&ledger, now)
      state.ledger = ledger
      state.isShared = lock != nil && (ledger == file || save(ledger))
      return value
    }
  }
}

extension YelpQuotaStore {
  /// Nil for what is no ledger of ours.
  private func load() -> YelpQuotaLedger? {
    // A pipe in this place would be waited for.
    guard let facts = FileFacts(path), facts.isFile,
      let bytes = try? FileBytes.head(path, count: YelpQuotaLedger.maximumBytes + 1)
    else { return nil }
    return YelpQuotaLedger(file: bytes)
  }

  /// For readers without the lock: the file may just be changing.
  private func loadLocked() -> YelpQuotaLedger? {
    guard FileFacts(lockPath) != nil, let lock = try? lock(patience) else { return nil }
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

  /// - Parameter isPatient: false when it was waited for in vain before: who has
  ///   it may have been stopped.
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
    // It is held for less than a millisecond: who waits looks again soon.
    try FileLock(path: lockPath, wait: wait, isStopping: { false }) { usleep(200) }
  }

  /// Gives others a sign of life, once.
  private func live(_ sign: inout ByteLocks?) {
    guard sign == nil, let locks = try? ByteLocks(path: folder + "/live"),
      (try? locks.lock(owner)) == true
    else { return }
    sign = locks
    TemporaryFiles.sweep(folder)
  }

  /// Whether calls are of a process that is no more. Where that cannot be told,
  /// no call takes five minutes.
  private func isGone(_ calls: YelpQuotaLedger.Calls, by sign: ByteLocks?, now: Int) -> Bool {
    if calls.owner == owner { return false }
    if let sign, let lives = try? sign.isLockedElsewhere(calls.owner) { return !lives }
    return now - calls.changedAt > 300
  }
}
