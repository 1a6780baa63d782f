internal import WirelineCore
internal import WirelineRequests

/// The remaining calls of an API key as far as known: decisions without a clock or a file.
///
/// An unknown quota admits every call; the server decides. Responses overtake each other, and each
/// reports the calls that were left when the server counted its own. Within a day this number only
/// falls, so the lowest is the latest. Only the response to a call that was alone in flight is
/// later than all before it, whatever its number.
struct YelpQuota: Sendable, Equatable {
  /// Calls per day; nil if unknown, like all properties.
  var dailyLimit: Int?
  /// Remaining calls without those in flight. Negative if others use the same quota.
  var remaining: Int?
  /// The limit of the endpoint queried last, if it has its own; only reported.
  var resourceDailyLimit: Int?
  var resourceRemaining: Int?
  /// When `remaining` expires, in seconds since 1970; known whenever `remaining` is.
  var resetAt: Int?
  /// When the server last reported the quota, in seconds since 1970.
  var updatedAt: Int?
  /// The server refused a call, and refuses more until then, in seconds since 1970.
  var exhaustedUntil: Int?
  /// Whether a call was answered since none was in flight, so that the next response may be older.
  var isOvertaken = false
  /// Calls since none was in flight that ended without rate headers. The server may have counted
  /// them after what the next response reports.
  var lost = 0

  enum Admission: Sendable, Equatable {
    /// The call was deducted: send it, then `note` its response, or give it back.
    case go
    /// - Parameter retryAt: in seconds since 1970.
    case refuse(retryAt: Int)
    /// Wait for the responses of calls in flight: they report how many calls are left if that is
    /// unknown, or that the server has counted them already if all seem spent.
    case wait
  }

  /// The responses that a call can wait for.
  struct Patience: OptionSet, Sendable {
    let rawValue: Int

    /// The first response of the day, which reports how many calls are left.
    static let first = Patience(rawValue: 1)
    /// Those in flight when all calls seem spent.
    static let last = Patience(rawValue: 2)
  }

  /// In seconds. A later reset was reported by a wrong clock.
  private static let longestWait = 2 * day
  /// Resets closer than this are the same reset.
  private static let tolerance = day / 2
  private static let day = 86_400
  /// How long to wait, in seconds, if the day has ended only by the local clock.
  private static let clockPause = 60

  var isKnown: Bool { remaining != nil || exhaustedUntil != nil }

  /// Decides whether to send a call.
  mutating func admit(
    reserve: Int, outstanding: Int = 0, patience: Patience = [], now: Int
  ) -> Admission {
    resetIfExpired(now: now)
    if let exhaustedUntil { return .refuse(retryAt: exhaustedUntil) }
    // If responses carry no rate headers, waiting for more of them is useless.
    if patience.contains(.first), outstanding > 0, remaining == nil, lost == 0 { return .wait }
    if let remaining {
      // The server may not have counted calls that failed: a single call finds out.
      let findsOut = lost > 0 && reserve <= 0 && outstanding == 0
      guard remaining > max(reserve, 0) || findsOut else {
        if patience.contains(.last), outstanding > 0 { return .wait }
        return .refuse(retryAt: resetAt ?? Self.midnight(after: now))
      }
      self.remaining = remaining - 1
    }
    if outstanding == 0 {
      isOvertaken = false
      lost = 0
    }
    return .go
  }

  /// Updates the quota from a response. Without rate headers, the call stays deducted because the
  /// server may have counted it.
  mutating func note(
    _ headers: YelpRateHeaders, outstanding: Int, isAdmitted: Bool = true, now: Int
  ) {
    resetIfExpired(now: now)
    guard let left = headers.remaining else {
      if isAdmitted { lost += 1 }
      return
    }
    let reset = Self.reset(headers, now: now)
    // A response of the previous day.
    if reset <= now || resetAt.map({ $0 - reset >= Self.tolerance }) == true { return }
    let free = left - outstanding - lost
    if let remaining, isSameDay(headers, reset) {
      let known = isAdmitted ? remaining + 1 : remaining
      self.remaining = isOvertaken || !isAdmitted ? min(known, free) : free
    } else {
      remaining = free
      exhaustedUntil = nil
    }
    dailyLimit = headers.dailyLimit ?? dailyLimit
    resourceDailyLimit = headers.resourceDailyLimit
    resourceRemaining = headers.resourceRemaining
    resetAt = reset
    updatedAt = now
    isOvertaken = true
  }

  /// Records that the server refused a call because all are used up.
  mutating func exhaust(retryAt: Int, now: Int) {
    resetIfExpired(now: now)
    remaining = min(remaining ?? 0, 0)
    resetAt = resetAt ?? retryAt
    exhaustedUntil = retryAt
    updatedAt = now
    isOvertaken = true
  }

  mutating func releaseAdmission(now: Int) {
    resetIfExpired(now: now)
    if let remaining { self.remaining = remaining + 1 }
  }

  /// Deducts calls that were sent without being admitted here.
  mutating func deduct(_ calls: Int) {
    if let remaining { self.remaining = remaining - calls }
    isOvertaken = true
  }

  /// Whether it was reported before the other quota; within a second, the lower number is later.
  func isEarlier(than other: YelpQuota) -> Bool {
    let (one, two) = (updatedAt ?? 0, other.updatedAt ?? 0)
    return one == two ? remaining ?? 0 > other.remaining ?? .max : one < two
  }

  /// Resets the quota if the day is over, or if a wrong clock set its times.
  mutating func resetIfExpired(now: Int) {
    let isOver = { (moment: Int) in moment <= now || moment - now > Self.longestWait }
    if resetAt.map(isOver) == true || exhaustedUntil.map(isOver) == true { self = YelpQuota() }
  }

  /// When to retry after a refusal, in seconds since 1970: at the server's reset, otherwise at the
  /// next midnight in UTC. If the local clock is past the reset, the clocks differ slightly.
  static func retryAt(_ headers: YelpRateHeaders, now: Int) -> Int {
    max(reset(headers, now: now), now + clockPause)
  }

  /// The server's reset, or the next midnight if it reports none or an impossible one.
  private static func reset(_ headers: YelpRateHeaders, now: Int) -> Int {
    guard let reset = headers.resetAt, reset - now <= longestWait else {
      return midnight(after: now)
    }
    return reset
  }

  /// The next midnight in UTC.
  static func midnight(after now: Int) -> Int {
    let past = now % day
    return now - past + (past < 0 ? 0 : day)
  }

  private func isSameDay(_ headers: YelpRateHeaders, _ reset: Int) -> Bool {
    guard let resetAt, abs(reset - resetAt) < Self.tolerance else { return false }
    guard let before = dailyLimit, let limit = headers.dailyLimit else { return true }
    return before == limit
  }
}

/// The `RateLimit-…` fields of a response. Invalid fields are treated as absent.
///
/// Yelp, "Rate Limiting": <https://docs.developer.yelp.com/docs/places-rate-limiting>.
struct YelpRateHeaders: Sendable, Equatable {
  /// Calls per day, 0 or more.
  var dailyLimit: Int?
  /// Calls left today when the server counted this one, 0 or more.
  var remaining: Int?
  /// The same for the endpoint, if it has its own limit.
  var resourceDailyLimit: Int?
  var resourceRemaining: Int?
  /// When the next day starts, in seconds since 1970.
  var resetAt: Int?

  /// Whether only the endpoint's own calls are used up, so that other endpoints still respond.
  var isOnlyResourceSpent: Bool { resourceRemaining == 0 && remaining ?? 0 > 0 }

  /// Larger counts are invalid, so that sums cannot overflow.
  static let largestCount = 1_000_000_000_000

  /// A number of calls; a fraction is ignored: `299.0` is 299.
  fileprivate static func count(_ value: String?) -> Int? {
    guard let text = value?.trimmingSpaces else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let count = Int(digits: whole), count <= largestCount else {
      return nil
    }
    return parts.count == 1 || Int(digits: parts[1]) != nil ? count : nil
  }
}

extension YelpRateHeaders {
  init(_ fields: HeaderFields) {
    self.init(
      dailyLimit: Self.count(fields["RateLimit-DailyLimit"]),
      remaining: Self.count(fields["RateLimit-Remaining"]),
      resourceDailyLimit: Self.count(fields["RateLimit-ResourceDailyLimit"]),
      resourceRemaining: Self.count(fields["RateLimit-ResourceRemaining"]),
      resetAt: fields["RateLimit-ResetTime"].flatMap { RFC3339.seconds($0.trimmingSpaces) })
  }
}
