internal import Glibc
internal import Synchronization
package import WirelineCore

/// Host limits shared by all processes with the same politeness directory, stored with
/// `SharedHostState`.
///
/// Each call locks one byte, reads 1 KB, writes 64 bytes and unlocks: some microseconds on a local
/// file system, without blocking. Used on the event loop's thread.
package final class SharedPoliteness: Sendable {
  package typealias Failure = SharedTableFile.Failure

  private struct State: Sendable {
    /// The values replaced by claims, for `releaseAdmission`.
    var claims: [String: (made: Int64, before: Int64)] = [:]
    var locked: [Int: Int64] = [:]
    var hasFailed = false
    var hasWarned = false
  }

  private let file: SharedTableFile
  private let limits: SharedHostState.Limits
  private let now: @Sendable () -> Int64
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// The delay before retrying a lock, which other processes hold for microseconds.
  package static let retryDelay = Duration.milliseconds(1)
  /// A process that holds a lock for longer (in nanoseconds) is stopped or swapped out.
  static let patience: Int64 = 2_000_000_000
  /// With more hosts, all claims are cleared and can no longer be undone.
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

  /// Decides about a request to a host and counts it if it may begin.
  ///
  /// - Returns: the delay before the next try; zero if the request may begin.
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

  /// Undoes a claim, unless another request has begun since.
  package func releaseAdmission(_ host: String) {
    guard let claim = state.withLock({ $0.claims.removeValue(forKey: host) }) else { return }
    _ = change(host, now()) { state in
      guard state.last == claim.made else { return false }
      state.last = claim.before
      return true
    }
  }

  /// Records a pause requested by `Retry-After`.
  ///
  /// - Returns: false if the caller has to retry after `retryDelay`.
  package func pause(_ host: String, for wait: Duration) -> Bool {
    let time = now()
    return change(host, time) { [limits] state in
      state.pause(for: wait, limits, now: time)
      return true
    }
  }

  /// Records that a host refused a request as too frequent.
  ///
  /// - Returns: false if the caller has to retry after `retryDelay`.
  package func slow(_ host: String) -> Bool {
    let time = now()
    return change(host, time) { [limits] state in
      state.slow(limits, now: time)
      return true
    }
  }

  /// - Parameter body: returns whether to store the state.
  /// - Returns: false if another process holds the lock. If the state is unavailable, returns true
  ///   without calling `body`; then only the limits of this process apply.
  private func change(
    _ host: String, _ time: Int64, _ body: (inout SharedHostState) -> Bool
  ) -> Bool {
    if state.withLock({ $0.hasFailed }) { return true }
    let key = SharedHostTable.key(host)
    let offset = SharedHostTable.bucketSize * (1 + key.bucket)
    do throws(FileError) {
      let isDone = try file.change(at: offset, count: SharedHostTable.bucketSize) { bucket in
        var slot = SharedHostTable.slot(of: key, in: bucket)
        guard body(&slot.state) else { return nil }
        return (slot.offset, SharedHostTable.encode(key, slot.state))
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
      warnOnce("another process has held a lock on \"\(file.path)\" for 2 seconds")
    }
    return isDone || isStuck
  }

  private func warnOnce(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst { warn("cannot share host limits with other processes: \(reason)") }
  }

  package static let wallClock: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
