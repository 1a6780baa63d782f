/// Whether city data must be asked for again, and whether what came may take
/// its place: decisions without a clock or a socket.
package struct SyncPlan: Sendable, Equatable {
  /// How long data is good without asking.
  package var ttl: Duration
  /// Ask although the data is good.
  package var refreshes: Bool
  /// Take a file with far fewer cities than before.
  package var allowsShrinking: Bool

  package init(
    ttl: Duration = .seconds(86_400), refreshes: Bool = false, allowsShrinking: Bool = false
  ) {
    self.ttl = ttl
    self.refreshes = refreshes
    self.allowsShrinking = allowsShrinking
  }

  package enum Step: Sendable, Equatable {
    case fresh
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
  ///   - source: what would be asked now.
  ///   - now: seconds since 1970.
  package func begin(_ metadata: CityMetadata?, source: String, now: Int) -> Step {
    guard let metadata, metadata.cities > 0 else { return .ask(etag: nil, lastModified: nil) }
    // Another source's data says nothing about this one.
    guard metadata.source == source else { return .ask(etag: nil, lastModified: nil) }
    let age = Duration.seconds(now - metadata.checkedAt)
    // Data from the future: the clock was set back. It is not good for ever.
    let isFresh = age < max(.zero, ttl - Self.slack) && age > .zero - ttl
    if isFresh, !refreshes { return .fresh }
    return .ask(etag: metadata.etag, lastModified: metadata.lastModified)
  }

  /// Decides when a whole file is here.
  ///
  /// - Returns: why it may not take the place of what is here; nil when it may.
  package func refusal(cities: Int, badRows: Int, before: CityMetadata?, source: String) -> String?
  {
    if cities == 0 { return "the file has no city" }
    if badRows > (cities + badRows) / 100 {
      return "\(badRows) of \(cities + badRows) rows are bad, more than 1 %"
    }
    if let before, before.source == source, !allowsShrinking, cities < before.cities * 4 / 5 {
      return "the file has \(cities) cities where there were \(before.cities), fewer than 80 %"
    }
    return nil
  }
}
