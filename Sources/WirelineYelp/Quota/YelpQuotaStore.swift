internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The quota of an API key, shared by all processes in a small file under a lock.
///
/// A damaged or foreign file is ignored and replaced, with a warning. If the folder or the lock is
/// unavailable, a process decides by what it knows and updates the file when it can. No method
/// throws or waits longer than `lockTimeout`.
final class YelpQuotaStore: Sendable {
  private let folder: String
  private let path: String
  private let lockTimeout: Duration
  private let now: @Sendable () -> Int
  private let warn: @Sendable (String) -> Void
  private let hasWarned = Atomic(false)
  /// The quota while the file cannot be updated.
  private let unsaved = Mutex(YelpQuota?.none)

  /// Does not read or create anything yet.
  ///
  /// - Parameter warn: called once if the file cannot be used.
  init(
    folder: String, host: String, key: String, lockTimeout: Duration = .milliseconds(200),
    warn: @escaping @Sendable (String) -> Void = { _ in }, now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    path = folder + "/" + Self.name(host: host, key: key)
    self.lockTimeout = lockTimeout
    self.warn = warn
    self.now = now
  }

  /// The file name for a key and a host, which reveals neither.
  private static func name(host: String, key: String) -> String {
    // Neither contains a line break.
    let text = "wireline yelp quota\n\(host)\n\(key)"
    return Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)).prefix(8)) + ".json"
  }

  /// Deducts a call before it is sent.
  ///
  /// - Returns: nil, or when to retry if the call must not be sent, in seconds since 1970.
  func admit(reserve: Int) -> Int? { change { quota, _ in quota.admit(reserve: reserve) } }

  /// Records the response to a call.
  func note(_ headers: HeaderFields, status: Int) {
    // The response to an unknown key does not describe the quota of a key.
    if status != 401 { change { quota, now in quota.note(YelpRateHeaders(headers), now: now) } }
  }

  /// Gives back a call that was not sent.
  func releaseAdmission() { change { quota, _ in quota.releaseAdmission() } }

  /// Records that the server refused a call with `ACCESS_LIMIT_REACHED`.
  ///
  /// - Returns: when to retry, in seconds since 1970.
  func exhaust(_ headers: HeaderFields) -> Int {
    change { quota, now in quota.exhaust(YelpRateHeaders(headers), now: now) }
  }

  /// Returns the quota, or nil if it is unknown. Creates nothing.
  func status() -> YelpQuota? {
    unsaved.withLock { unsaved in
      var quota = Self.merged(unsaved, load())
      quota?.resetIfExpired(now: now())
      return quota?.remaining == nil ? nil : quota
    }
  }

  private func change<Value>(_ body: (inout YelpQuota, _ now: Int) -> Value) -> Value {
    unsaved.withLock { unsaved in
      // The owner of a lock that was unavailable before may be stopped.
      let lock = lock(unsaved == nil ? lockTimeout : min(lockTimeout, .milliseconds(2)))
      defer { withExtendedLifetime(lock) {} }
      let file = load()
      var quota = Self.merged(unsaved, file) ?? YelpQuota()
      let now = now()
      quota.resetIfExpired(now: now)
      let value = body(&quota, now)
      unsaved = lock != nil && (quota == file || save(quota)) ? nil : quota
      return value
    }
  }

  /// Merges the quota that this process could not store with that of the file: the later day
  /// applies, or if the days are equal, the lower number.
  private static func merged(_ own: YelpQuota?, _ file: YelpQuota?) -> YelpQuota? {
    guard let own, let file else { return own ?? file }
    let (day, other) = (own.resetAt ?? 0, file.resetAt ?? 0)
    if day != other { return day > other ? own : file }
    return own.remaining ?? .max < file.remaining ?? .max ? own : file
  }

  // MARK: Files

  private func load() -> YelpQuota? {
    do throws(FileError) {
      let bytes = try StateFile.read(path, limit: YelpQuota.maximumBytes)
      if let quota = YelpQuota(file: bytes) { return quota }
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

  private func save(_ quota: YelpQuota) -> Bool {
    do throws(FileError) {
      try AtomicFile.write(quota.fileBytes, to: path, mode: 0o600, mayBeDevice: false)
      return true
    } catch {
      return false
    }
  }

  private func lock(_ wait: Duration) -> FileLock? {
    // Processes hold the lock for less than a millisecond, so poll often.
    let lock = { () throws(FileError) in
      try FileLock(path: self.path + ".lock", wait: wait, pause: { usleep(200) })
    }
    do throws(FileError) {
      return try lock()
    } catch {
      guard error.code == ENOENT, (try? Directories.create(folder)) != nil else { return nil }
      return try? lock()
    }
  }
}
