internal import Glibc
internal import Synchronization
package import WirelineCore

/// The limits of hosts that all processes with the same politeness directory share: the shell
/// around `SharedHostState`.
///
/// Each call takes a lock on one byte, reads 1 KB, writes 64 bytes and frees the lock: some
/// microseconds on a local file system, without a wait. It is used on the event loop's thread.
package final class SharedPoliteness: Sendable {
  /// Why a directory cannot be used.
  package typealias Failure = SharedTableFile.Failure

  private struct State: Sendable {
    /// What a claim has replaced, for `giveBack`.
    var claims: [String: (made: Int64, before: Int64)] = [:]
    /// Buckets that another process had locked, since when.
    var locked: [Int: Int64] = [:]
    var hasFailed = false
    var hasWarned = false
  }

  private let file: SharedTableFile
  private let limits: SharedHostState.Limits
  private let now: @Sendable () -> Int64
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// How long to wait for another process's lock: they have it for microseconds.
  package static let retryDelay = Duration.milliseconds(1)
  /// A process that has a lock for so long is stopped or swapped out.
  static let patience: Int64 = 2_000_000_000
  /// When there are more hosts, claims are forgotten, and count.
  private static let rememberedClaims = 4096

  /// - Parameters:
  ///   - directory: created with mode 0700 if it does not exist.
  ///   - now: the time in nanoseconds since 1970.
  ///   - warn: called at most once, when the limits are no longer shared.
  package init(
    directory: String, limits: SharedHostState.Limits,
    now: @escaping @Sendable () -> Int64 = SharedPoliteness.wallClock,
    warn: @escaping @Sendable (String) -> Void
  ) throws(Failure) {
    self.limits = limits
    self.now = now
    self.warn = warn
    do throws(FileError) {
      try Directories.create(directory)
    } catch {
      throw .file(error)
    }
    let path = directory.hasSuffix("/") ? "\(directory)hosts" : "\(directory)/hosts"
    file = try SharedTableFile(path: path, header: SharedHostTable.header)
  }

  /// Decides about one request to a host, and counts it if it may begin.
  ///
  /// - Returns: how long it has to wait before the next try; zero if it begins now.
  package func claim(_ host: String) -> Duration {
    let time = now()
    var wait = Duration.zero
    var before: Int64?
    let isDone = change(host, time) { [limits] state in
      let last = state.last
      wait = state.claim(limits, now: time)
      guard wait <= .zero else { return false }
      before = last
      return true
    }
    guard isDone else { return Self.retryDelay }
    if wait <= .zero {
      state.withLock { state in
        if state.claims.count >= Self.rememberedClaims { state.claims = [:] }
        state.claims[host] = before.map { (time, $0) }
      }
    }
    return wait
  }

  /// A request that was claimed is not made. It counts all the same if another one has begun since.
  package func giveBack(_ host: String) {
    guard let claim = state.withLock({ $0.claims.removeValue(forKey: host) }) else { return }
    _ = change(host, now()) { state in
      guard state.last == claim.made else { return false }
      state.last = claim.before
      return true
    }
  }

  /// The host asked for a pause, by `Retry-After`.
  ///
  /// - Returns: false if it has to be tried again after `retryDelay`.
  package func pause(_ host: String, for wait: Duration) -> Bool {
    let time = now()
    return change(host, time) { [limits] state in
      state.pause(for: wait, limits, now: time)
      return true
    }
  }

  /// The host refused a request for coming too soon after another.
  ///
  /// - Returns: false if it has to be tried again after `retryDelay`.
  package func slow(_ host: String) -> Bool {
    let time = now()
    return change(host, time) { [limits] state in
      state.slow(limits, now: time)
      return true
    }
  }

  /// - Parameter body: returns whether the state has to be stored.
  /// - Returns: false if another process has the lock at this moment. True also if the state is out
  ///   of reach; then `body` was not called, and the limits of this process alone hold.
  private func change(
    _ host: String, _ time: Int64, _ body: (inout SharedHostState) -> Bool
  ) -> Bool {
    if state.withLock({ $0.hasFailed }) { return true }
    let key = SharedHostTable.Key(host: host)
    let offset = SharedHostTable.bucketSize * (1 + key.bucket)
    do throws(FileError) {
      let isDone = try file.change(at: offset, count: SharedHostTable.bucketSize) { bucket in
        var place = SharedHostTable.place(of: key, in: bucket)
        guard body(&place.state) else { return nil }
        return (place.offset, SharedHostTable.slot(key, place.state))
      }
      return note(key.bucket, isDone: isDone, time)
    } catch {
      state.withLock { $0.hasFailed = true }
      warnOnce("\(error)")
      return true
    }
  }

  private func note(_ bucket: Int, isDone: Bool, _ time: Int64) -> Bool {
    let isStuck = state.withLock { state in
      if isDone {
        if !state.locked.isEmpty { state.locked[bucket] = nil }
        return false
      }
      let since = state.locked[bucket] ?? time
      state.locked[bucket] = since
      return time - since > Self.patience
    }
    if isStuck {
      warnOnce("another process has kept a lock on \"\(file.path)\" for 2 seconds")
    }
    return isDone || isStuck
  }

  private func warnOnce(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst { warn("cannot share limits of hosts with other processes: \(reason)") }
  }

  /// Nanoseconds since 1970.
  package static let wallClock: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
