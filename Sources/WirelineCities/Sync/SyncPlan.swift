internal import WirelineCore
internal import WirelineRequests

/// The decisions of a sync, without I/O: whether to query the source, whether to accept a file, and
/// whether the stored data may replace a file that is unavailable.
struct SyncPlan: Sendable, Equatable {
  /// The time for which data is fresh. Half an hour less than a day, so that a daily job which
  /// starts some seconds early does not skip every second day.
  var ttl = Duration.seconds(84_600)
  var refreshes = false
  /// Whether to accept a file with far fewer cities than the stored data.
  var allowsShrinking = false
  /// Whether to add large places that a list of the world's cities lacks.
  var addsPlaces = true
  /// The maximum age of data that replaces an unavailable file.
  var maximumStaleness = Duration.seconds(7 * 86_400)

  enum Step: Sendable, Equatable {
    case fresh
    /// The server, or our backoff, forbids requests before this time, in seconds since 1970.
    case wait(until: Int)
    /// Query the source, with the validators of the stored data.
    case query(SyncValidators)
  }

  /// - Parameter changedAt: when a local source last changed, in seconds since 1970.
  func step(
    for metadata: CityMetadata?, _ state: SyncState = SyncState(), source: String,
    changedAt: Int? = nil, now: Int
  ) -> Step {
    let known = metadata.flatMap { isImport($0, of: source) ? $0 : nil }
    if let known, !refreshes {
      let age = Duration.seconds(now - known.checkedAt)
      // If the clock was set back, data from the future must not stay fresh forever.
      let isFresh = age < ttl && age > .zero - ttl
      if isFresh, changedAt ?? 0 <= known.checkedAt { return .fresh }
    }
    if !refreshes, let notBefore = state.notBefore, state.source == source, notBefore > now,
      notBefore - now <= SyncState.maximumRetryAfter
    {
      return .wait(until: notBefore)
    }
    // Validators are valid for their own source only.
    return .query(SyncValidators(etag: known?.etag, lastModified: known?.lastModified))
  }

  /// Whether stored data is an import of a source as planned, so that the source need not be read
  /// again unless it changed.
  func isImport(_ metadata: CityMetadata, of source: String) -> Bool {
    metadata.cities > 0 && metadata.source == source && (metadata.addedPlaces != nil) == addsPlaces
  }

  /// Returns why a file is refused, or nil if it is accepted.
  ///
  /// - Parameters:
  ///   - cities: the number of cities in the file.
  ///   - before: the metadata of the data that it replaces, of any source.
  func refusal(cities: Int, badRows: Int, before: CityMetadata?) -> String? {
    if cities == 0 { return "the file has no cities" }
    if badRows * 100 > cities + badRows {
      return "\(badRows) of \(cities + badRows) rows are bad, more than 1 %"
    }
    if let before, !allowsShrinking, cities * 5 < before.sourceCities * 4 {
      return "the file has \(cities) cities, fewer than 80 % of the stored \(before.sourceCities)"
        + "; --allow-shrink accepts it"
    }
    return nil
  }

  /// Whether stored data is too old to replace an unavailable file.
  func isTooOld(_ metadata: CityMetadata, now: Int) -> Bool {
    .seconds(now - metadata.checkedAt) > maximumStaleness
  }
}

/// The validators of stored data (RFC 9110 §8.8), as the source sent them.
struct SyncValidators: Sendable, Equatable {
  var etag: String?
  var lastModified: String?
}
