/// Whether city data must be asked for again, whether what came may take its
/// place, and what it means when nothing came: decisions without a clock or a
/// socket.
package struct SyncPlan: Sendable, Equatable {
  /// How long data is good without asking.
  package var ttl: Duration
  /// Ask although the data is good.
  package var refreshes: Bool
  /// Take a file with far fewer cities than before.
  package var allowsShrinking: Bool
  /// How many rows may be bad before the file is.
  package var badRowLimit: BadRowLimit
  /// How old data may be in the place of newer that cannot be had; nil is none
  /// at all.
  package var maximumStaleness: Duration?

  package init(
    ttl: Duration = .seconds(86_400), refreshes: Bool = false, allowsShrinking: Bool = false,
    badRowLimit: BadRowLimit = .percent(1), maximumStaleness: Duration? = .seconds(7 * 86_400)
  ) {
    self.ttl = ttl
    self.refreshes = refreshes
    self.allowsShrinking = allowsShrinking
    self.badRowLimit = badRowLimit
    self.maximumStaleness = maximumStaleness
  }

  package enum Step: Sendable, Equatable {
    case fresh
    /// The server, or our back-off, has asked not to be asked before this
    /// moment, in seconds since 1970.
    case wait(until: Int)
    /// Ask, with the validators of what is here, if any.
    case ask(etag: String?, lastModified: String?)
  }

  /// So much earlier than the TTL says: else a daily cron, some seconds early,
  /// would miss every second day.
  static let slack = Duration.seconds(600)

  /// Decides at the beginning.
  ///
  /// - Parameters:
  ///   - metadata: of the data that is here; nil for none.
  ///   - state: what earlier runs have left to be remembered.
  ///   - source: what would be asked now.
  ///   - changedAt: when the source last changed, for a file; in seconds since
  ///     1970.
  ///   - now: seconds since 1970.
  package func begin(
    _ metadata: CityMetadata?, _ state: SyncState = SyncState(), source: String,
    changedAt: Int? = nil, now: Int
  ) -> Step {
    if let metadata, metadata.cities > 0, metadata.source == source, !refreshes {
      let age = Duration.seconds(now - metadata.checkedAt)
      // Data from the future: the clock was set back. It is not good for ever.
      let isFresh = age < max(.zero, ttl - Self.slack) && age > .zero - ttl
      if isFresh, changedAt ?? 0 <= metadata.checkedAt { return .fresh }
    }
    if !refreshes, let notBefore = state.notBefore, state.source == source, notBefore > now,
      notBefore - now <= SyncState.longestPause
    {
      return .wait(until: notBefore)
    }
    // Another source's data says nothing about this one.
    guard let metadata, metadata.cities > 0, metadata.source == source else {
      return .ask(etag: nil, lastModified: nil)
    }
    return .ask(etag: metadata.etag, lastModified: metadata.lastModified)
  }

  /// Decides when a whole file is here.
  ///
  /// - Returns: why it may not take the place of what is here; nil when it may.
  package func refusal(cities: Int, badRows: Int, before: CityMetadata?, source: String) -> String?
  {
    if cities == 0 { return "the file has no city" }
    if badRowLimit.isPassed(bad: badRows, of: cities + badRows) {
      return "\(badRows) of \(cities + badRows) rows are bad, more than \(badRowLimit)"
    }
    if let before, before.source == source, !allowsShrinking, cities < before.cities * 4 / 5 {
      return "the file has \(cities) cities where there were \(before.cities), fewer than 80 %"
    }
    return nil
  }

  /// What it means that newer data cannot be had now.
  package enum Fallback: Sendable, Equatable {
    /// What is here will do.
    case stale
    /// It is older than it may be.
    case tooOld
    /// Nothing is here, or nothing that may be taken in its place.
    case none
  }

  package func fallback(_ metadata: CityMetadata?, now: Int) -> Fallback {
    guard let metadata, metadata.cities > 0, let maximumStaleness else { return .none }
    let age = Duration.seconds(now - metadata.checkedAt)
    return age > maximumStaleness ? .tooOld : .stale
  }
}

/// How many rows of a file may be bad.
package enum BadRowLimit: Sendable, Equatable, CustomStringConvertible {
  /// Of all rows.
  case percent(Double)
  case count(Int)

  func isPassed(bad: Int, of all: Int) -> Bool {
    switch self {
    case .percent(let percent): Double(bad) > Double(all) * percent / 100
    case .count(let count): bad > count
    }
  }

  package var description: String {
    switch self {
    case .percent(let percent):
      percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    case .count(let count): "\(count)"
    }
  }
}
