internal import WirelineCore

/// The state that the processes with the same API key share: its quota and their calls in flight.
struct YelpQuotaLedger: Sendable, Equatable {
  /// The unanswered calls of one process.
  struct Calls: Sendable, Equatable {
    var owner: Int
    var count: Int
    /// The time of the last change, in seconds since 1970.
    var changedAt: Int
  }

  var quota = YelpQuota()
  var calls: [Calls] = []

  var outstanding: Int { calls.reduce(0) { $0 + $1.count } }

  func count(of owner: Int) -> Int { calls.first { $0.owner == owner }?.count ?? 0 }

  mutating func admit(
    _ owner: Int, reserve: Int, patience: YelpQuota.Patience = [], now: Int
  ) -> YelpQuota.Admission {
    let admission = quota.admit(
      reserve: reserve, outstanding: outstanding, patience: patience, now: now)
    if admission == .go { set(owner, count(of: owner) + 1, now: now) }
    return admission
  }

  mutating func note(_ headers: YelpRateHeaders, by owner: Int, now: Int) {
    let isAdmitted = end(owner, now: now)
    quota.note(headers, outstanding: outstanding, isAdmitted: isAdmitted, now: now)
  }

  mutating func releaseAdmission(_ owner: Int, now: Int) {
    if end(owner, now: now) { quota.releaseAdmission(now: now) }
  }

  /// - Returns: when to retry, in seconds since 1970.
  mutating func exhaust(_ headers: YelpRateHeaders, by owner: Int, now: Int) -> Int {
    let retryAt = YelpQuota.retryAt(headers, now: now)
    note(headers, by: owner, now: now)
    if !headers.isOnlyResourceSpent { quota.exhaust(retryAt: retryAt, now: now) }
    return retryAt
  }

  /// Forgets the calls of processes that have exited. They stay deducted until the response to a
  /// call that was alone in flight reports what the server counted.
  mutating func drop(_ isGone: (Calls) -> Bool) {
    let before = outstanding
    calls.removeAll(where: isGone)
    quota.lost += before - outstanding
  }

  /// Merges the state of a process that decided without the file with the file's current state.
  mutating func merge(_ file: YelpQuotaLedger, _ owner: Int, now: Int) {
    let own = count(of: owner)
    if !file.quota.isEarlier(than: quota) {
      self = file
      return reconcile(owner, count: own, now: now)
    }
    let others = outstanding - own
    calls = file.calls
    set(owner, own, now: now)
    quota.deduct(max(outstanding - own - others, 0))
  }

  mutating func reconcile(_ owner: Int, count: Int, now: Int) {
    let more = count - self.count(of: owner)
    guard more != 0 else { return }
    quota.deduct(max(more, 0))
    set(owner, count, now: now)
  }

  /// - Returns: false if the process has no call in flight.
  private mutating func end(_ owner: Int, now: Int) -> Bool {
    let count = count(of: owner)
    if count > 0 { set(owner, count - 1, now: now) }
    return count > 0
  }

  private mutating func set(_ owner: Int, _ count: Int, now: Int) {
    calls.removeAll { $0.owner == owner }
    if count > 0 { calls.append(Calls(owner: owner, count: count, changedAt: now)) }
  }
}

extension YelpQuotaLedger {
  /// The maximum size of the file in bytes, enough for a thousand processes.
  static let maximumBytes = 1 << 16
  private static let version = 1
  /// The numbers that a file may contain, so that sums cannot overflow.
  private static let range = -YelpRateHeaders.largestCount...YelpRateHeaders.largestCount
  private static let fields:
    [(name: String, path: any WritableKeyPath<YelpQuota, Int?> & Sendable)] = [
      ("daily_limit", \.dailyLimit), ("remaining", \.remaining),
      ("resource_daily_limit", \.resourceDailyLimit), ("resource_remaining", \.resourceRemaining),
      ("reset_at", \.resetAt), ("updated_at", \.updatedAt), ("exhausted_until", \.exhaustedUntil),
    ]

  /// Returns nil for a file that is damaged or not a ledger.
  init?(file bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes, let root = try? JSONView.parse(bytes),
      root["quota_version"]?.integer == Self.version
    else { return nil }
    var isSound = true
    let number = { (view: JSONView, name: String) -> Int? in
      guard let member = view[name] else { return nil }
      if let value = member.integer, Self.range.contains(value) { return value }
      isSound = false
      return nil
    }
    for field in Self.fields { quota[keyPath: field.path] = number(root, field.name) }
    quota.lost = max(number(root, "lost") ?? 0, 0)
    quota.isOvertaken = root["overtaken"]?.boolean ?? true
    for view in root["calls"]?.elements ?? [] {
      guard let owner = view["owner"]?.integer, let count = number(view, "count"),
        let changedAt = number(view, "changed_at"), owner > 0, count > 0
      else { return nil }
      calls.append(Calls(owner: owner, count: count, changedAt: changedAt))
    }
    // Remaining calls without a reset would never expire.
    guard isSound, quota.remaining == nil || quota.resetAt != nil else { return nil }
  }

  var fileBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("quota_version", Self.version)
    for field in Self.fields {
      if let number = quota[keyPath: field.path] { writer.field(field.name, number) }
    }
    if quota.lost != 0 { writer.field("lost", quota.lost) }
    writer.field("overtaken", quota.isOvertaken)
    writer.key("calls")
    writer.beginArray()
    for calls in calls {
      writer.beginObject()
      writer.field("owner", calls.owner)
      writer.field("count", calls.count)
      writer.field("changed_at", calls.changedAt)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
