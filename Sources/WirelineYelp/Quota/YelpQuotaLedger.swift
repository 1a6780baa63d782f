/// What the processes that share an API key tell one another: its quota, and
/// whose calls are on their way.
struct YelpQuotaLedger: Sendable, Equatable {
  /// The calls of one process that are not answered.
  struct Calls: Sendable, Equatable {
    /// A number that the process has for itself, 1 or more.
    var owner: Int
    /// 1 or more.
    var count: Int
    /// When it changed last, in seconds since 1970.
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

  mutating func giveBack(_ owner: Int, now: Int) {
    if end(owner, now: now) { quota.giveBack(now: now) }
  }

  /// - Returns: when to try again, in seconds since 1970.
  mutating func exhaust(_ headers: YelpRateHeaders, by owner: Int, now: Int) -> Int {
    let retryAt = YelpQuota.retryAt(headers, now: now)
    note(headers, by: owner, now: now)
    if !headers.isOnlyResourceSpent { quota.exhaust(retryAt: retryAt, now: now) }
    return retryAt
  }

  /// Forgets the calls of processes that are gone. They stay taken off until an
  /// answer to a call that was alone says what the server counted.
  mutating func drop(_ isGone: (Calls) -> Bool) {
    let before = outstanding
    calls.removeAll(where: isGone)
    quota.lost += before - outstanding
  }

  /// Brings what a process knows that has decided alone together with what the
  /// others have written meanwhile.
  mutating func meet(_ file: YelpQuotaLedger, _ owner: Int, now: Int) {
    let own = count(of: owner)
    if !file.quota.isEarlier(than: quota) {
      self = file
      return reconcile(owner, count: own, now: now)
    }
    let others = outstanding - own
    calls = file.calls
    set(owner, own, now: now)
    quota.take(max(outstanding - own - others, 0))
  }

  /// Sets a process's number right where the file has another one.
  mutating func reconcile(_ owner: Int, count: Int, now: Int) {
    let more = count - self.count(of: owner)
    guard more != 0 else { return }
    quota.take(max(more, 0))
    set(owner, count, now: now)
  }

  /// - Returns: false if the process has no call on its way.
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
