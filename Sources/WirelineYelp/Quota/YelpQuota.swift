/// The calls that an API key has left in the day, as far as this is known:
/// decisions without a clock or a file.
///
/// A quota that is not known admits everything: the server has the last word.
/// Answers overtake one another, and each tells how many calls were left when
/// the server counted its own. In a day that number only falls, so the lowest
/// one is the latest; only an answer to a call that was alone on its way is
/// later than all before it whatever it says.
package struct YelpQuota: Sendable, Equatable {
  /// Calls a day; nil if unknown, as with everything here.
  package var dailyLimit: Int?
  /// Calls left, those that are admitted and not yet answered taken off. Below
  /// 0 where others spend from the same quota.
  package var remaining: Int?
  /// The same for the endpoint that was asked last, where it has a limit of its
  /// own. Only told: another endpoint has another one.
  package var resourceDailyLimit: Int?
  package var resourceRemaining: Int?
  /// When `remaining` means nothing any more, in seconds since 1970; known
  /// wherever `remaining` is.
  package var resetAt: Int?
  /// When the server last said something of it, in seconds since 1970.
  package var updatedAt: Int?
  /// The server has refused a call, and does so until then, in seconds since
  /// 1970.
  package var exhaustedUntil: Int?
  /// Whether a call was answered since none was on its way: the next answer may
  /// then tell of an earlier moment.
  var isOvertaken = false
  /// Calls since none was on its way that ended without a word: the server may
  /// have counted them after what the next answer says.
  var lost = 0

  /// Of which nothing is known.
  package init() {}

  package enum Admission: Sendable, Equatable {
    /// The call has been taken off: send it, then `note` its answer, or give it
    /// back.
    case go
    /// When to try again, in seconds since 1970.
    case refuse(retryAt: Int)
    /// The responses of calls in flight decide: they tell how many calls are left where nothing is
    /// known, and the server may have counted them already where all seem spent.
    case wait
  }

  /// Responses that a call can wait for.
  package struct Patience: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The first of the day, which tells how many calls are left.
    package static let first = Patience(rawValue: 1)
    /// Those in flight when all calls seem spent.
    package static let last = Patience(rawValue: 2)
  }

  /// Longer than the server's day, in seconds: what lies farther ahead was not
  /// said by a clock that goes right.
  private static let longestWait = 2 * day
  /// Two resets that are closer are one, told twice.
  private static let tolerance = day / 2
  private static let day = 86_400
  /// How long to leave a server alone whose day has ended by our clock alone,
  /// in seconds.
  private static let clockPause = 60

  /// Whether there is anything to tell.
  package var isKnown: Bool { remaining != nil || exhaustedUntil != nil }

  /// Decides on a call that is to be sent.
  ///
  /// - Parameters:
  ///   - reserve: calls that have to be left after this one.
  ///   - outstanding: calls that are on their way before this one.
  ///   - patience: which responses the call can wait for; else it goes or is refused.
  ///   - now: seconds since 1970.
  package mutating func admit(
    reserve: Int, outstanding: Int = 0, patience: Patience = [], now: Int
  ) -> Admission {
    settle(now: now)
    if let exhaustedUntil { return .refuse(retryAt: exhaustedUntil) }
    // Responses without a word of the quota tell nothing, however long the wait.
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

  /// Takes in what an answer said. One that says nothing teaches nothing: its
  /// call stays taken off, since the server may have counted it.
  ///
  /// - Parameters:
  ///   - outstanding: calls that are still on their way.
  ///   - isAdmitted: whether the call was taken off before.
  ///   - now: seconds since 1970.
  package mutating func note(
    _ headers: YelpRateHeaders, outstanding: Int, isAdmitted: Bool = true, now: Int
  ) {
    settle(now: now)
    guard let left = headers.remaining else {
      if isAdmitted { lost += 1 }
      return
    }
    let reset = Self.reset(headers, now: now)
    // An answer of the day before, which is over.
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

  /// The server has refused a call because all are used up.
  ///
  /// - Parameter retryAt: see `YelpQuota.retryAt`.
  package mutating func exhaust(retryAt: Int, now: Int) {
    settle(now: now)
    remaining = min(remaining ?? 0, 0)
    resetAt = resetAt ?? retryAt
    exhaustedUntil = retryAt
    updatedAt = now
    isOvertaken = true
  }

  /// A call that was admitted is not sent.
  package mutating func giveBack(now: Int) {
    settle(now: now)
    if let remaining { self.remaining = remaining + 1 }
  }

  /// Calls were sent without being admitted here.
  mutating func take(_ calls: Int) {
    if let remaining { self.remaining = remaining - calls }
    isOvertaken = true
  }

  /// Whether it was heard before the other one; in the same second the lower
  /// number is the later one.
  func isEarlier(than other: YelpQuota) -> Bool {
    let (one, two) = (updatedAt ?? 0, other.updatedAt ?? 0)
    return one == two ? remaining ?? 0 > other.remaining ?? .max : one < two
  }

  /// Forgets everything when the day is over; and what a clock that went wrong
  /// has left.
  package mutating func settle(now: Int) {
    let isOver = { (moment: Int) in moment <= now || moment - now > Self.longestWait }
    if resetAt.map(isOver) == true || exhaustedUntil.map(isOver) == true { self = YelpQuota() }
  }

  /// When to try again after a refusal, in seconds since 1970: at the server's
  /// reset, or else the next midnight in UTC. Where the server's day has ended
  /// by our clock, the clocks differ by little, and so does the moment.
  package static func retryAt(_ headers: YelpRateHeaders, now: Int) -> Int {
    max(reset(headers, now: now), now + clockPause)
  }

  /// The server's reset, or the next midnight where it says none that can be.
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

  /// Whether the numbers are of the day, and of the plan, that is known.
  private func isSameDay(_ headers: YelpRateHeaders, _ reset: Int) -> Bool {
    guard let resetAt, abs(reset - resetAt) < Self.tolerance else { return false }
    guard let before = dailyLimit, let limit = headers.dailyLimit else { return true }
    return before == limit
  }
}
