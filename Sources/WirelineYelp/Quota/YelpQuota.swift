internal import WirelineCore
internal import WirelineRequests

/// The remaining calls of an API key as far as known: decisions without a clock or a file.
///
/// An unknown quota admits every call; the server decides. Each call is deducted before it is sent.
/// A response may be older than other calls, but the number only falls within a day, so the lower
/// one is kept.
struct YelpQuota: Sendable, Equatable {
  /// Calls per day; nil if unknown, like all properties.
  var dailyLimit: Int?
  /// Remaining calls without those in flight, 0 or more.
  var remaining: Int?
  /// The limit of the endpoint queried last, if it has its own; only reported.
  var resourceDailyLimit: Int?
  var resourceRemaining: Int?
  /// The time when `remaining` expires, in seconds since 1970; known whenever `remaining` is.
  var resetAt: Int?
  /// The time when the server last reported the quota, in seconds since 1970.
  var updatedAt: Int?

  /// In seconds. A later reset was reported by a wrong clock.
  private static let longestWait = 2 * day
  private static let day = 86_400
  /// The delay in seconds if the day has ended only by the local clock.
  private static let clockPause = 60

  /// Deducts a call.
  ///
  /// - Returns: nil, or when to retry if the call must not be sent, in seconds since 1970.
  mutating func admit(reserve: Int) -> Int? {
    guard let left = remaining, let resetAt else { return nil }
    guard left > reserve else { return resetAt }
    remaining = left - 1
    return nil
  }

  /// Updates the quota from a response.
  mutating func note(_ headers: YelpRateHeaders, now: Int) {
    guard let left = headers.remaining else { return }
    let reset = Self.reset(headers, now: now)
    // A response of the previous day.
    if reset <= now || reset < resetAt ?? 0 { return }
    let isSamePlan = dailyLimit == nil || headers.dailyLimit ?? dailyLimit == dailyLimit
    remaining = reset == resetAt && isSamePlan ? min(remaining ?? left, left) : left
    dailyLimit = headers.dailyLimit ?? dailyLimit
    resourceDailyLimit = headers.resourceDailyLimit
    resourceRemaining = headers.resourceRemaining
    resetAt = reset
    updatedAt = now
  }

  /// Records that the server refused a call because all are used up.
  ///
  /// - Returns: when to retry, in seconds since 1970.
  mutating func exhaust(_ headers: YelpRateHeaders, now: Int) -> Int {
    let retryAt = Self.retryAt(headers, now: now)
    note(headers, now: now)
    if !headers.isOnlyResourceSpent { (remaining, resetAt, updatedAt) = (0, retryAt, now) }
    return retryAt
  }

  /// Gives back a call that was not sent.
  mutating func releaseAdmission() {
    if let remaining { self.remaining = remaining + 1 }
  }

  /// Resets the quota if the day is over, or if a wrong clock set its end.
  mutating func resetIfExpired(now: Int) {
    if let resetAt, resetAt <= now || resetAt - now > Self.longestWait { self = YelpQuota() }
  }

  /// Returns the time of a retry after a refusal, in seconds since 1970: the server's reset, or the
  /// next midnight in UTC. It is never in the past, even if the clocks differ slightly.
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
}

extension YelpQuota {
  /// The maximum size of the file in bytes.
  static let maximumBytes = 1 << 12
  private static let version = 1
  private static let fields:
    [(name: String, path: any WritableKeyPath<YelpQuota, Int?> & Sendable)] = [
      ("daily_limit", \.dailyLimit), ("remaining", \.remaining),
      ("resource_daily_limit", \.resourceDailyLimit), ("resource_remaining", \.resourceRemaining),
      ("reset_at", \.resetAt), ("updated_at", \.updatedAt),
    ]

  /// Returns nil for a file that is damaged or not a quota.
  init?(file bytes: [UInt8]) {
    guard let root = try? JSONView.parse(bytes), root["quota_version"]?.integer == Self.version
    else { return nil }
    for field in Self.fields {
      guard let member = root[field.name] else { continue }
      // Larger numbers could overflow sums.
      guard let number = member.integer, 0...YelpRateHeaders.largestCount ~= number else {
        return nil
      }
      self[keyPath: field.path] = number
    }
    // Remaining calls without a reset would never expire.
    guard remaining == nil || resetAt != nil else { return nil }
  }

  var fileBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.field("quota_version", Self.version)
      for field in Self.fields {
        guard let number = self[keyPath: field.path] else { continue }
        writer.key(named: field.name)
        writer.number(number)
      }
    }
  }

  /// The record that `yelp-query quota` prints, without unknown fields.
  ///
  /// - `daily_limit`, `remaining`: Calls per day, and those left without the calls in flight.
  /// - `resource_daily_limit`, `resource_remaining`: The same as reported by the endpoint that was
  ///   queried last.
  /// - `reset_at`, `updated_at`: When the next day starts, and when the server reported this, in
  ///   RFC 3339, UTC.
  /// - `age_s`: Seconds since `updated_at`.
  func recordBytes(now: Int) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("ref", 1)
      for field in Self.fields {
        guard let number = self[keyPath: field.path] else { continue }
        writer.key(named: field.name)
        if field.name.hasSuffix("_at") {
          writer.string(CivilDate.timestamp(number))
        } else {
          writer.number(number)
        }
      }
      if let updatedAt { writer.field("age_s", max(0, now - updatedAt)) }
    }
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
  /// The time when the next day starts, in seconds since 1970.
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
