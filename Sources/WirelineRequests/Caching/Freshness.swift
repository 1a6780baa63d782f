internal import WirelineCore

/// The time for which a response is fresh, RFC 9111 §4.2.1.
struct FreshnessLifetime: Sendable, Equatable {
  enum Basis: Sendable, Equatable {
    case timeToLive
    case maxAge
    case expires
    /// A tenth of the time since the last modification (§4.2.2).
    case heuristic
    case none
  }

  let seconds: Int
  let basis: Basis

  /// Uses `max-age`, then `Expires` minus `Date`, then the heuristic. This cache is private, so
  /// `s-maxage` does not apply.
  ///
  /// - Parameter timeToLive: overrides the response, in seconds. Only for statuses that are
  ///   cacheable by default, so that temporary errors are not retained.
  init(_ response: StoredResponse, timeToLive: Int?) {
    let fields = response.head.headers
    let control = response.cacheControl
    let isCacheable = Self.isHeuristicallyCacheable(response.head.status)
    if let timeToLive, isCacheable {
      (seconds, basis) = (max(0, timeToLive), .timeToLive)
    } else if let maxAge = control.maxAge {
      (seconds, basis) = (maxAge, .maxAge)
    } else if let expires = fields["Expires"] {
      // §5.3: invalid dates, "especially including the value 0", are in the past.
      let end = HTTPDate.exact(expires, now: response.responseTime) ?? response.date
      (seconds, basis) = (max(0, end - response.date), .expires)
    } else if isCacheable || control.isPublic, let changed = response.lastModified {
      let tenth = max(0, response.date - changed) / 10
      (seconds, basis) = (min(tenth, Self.maximumHeuristic), .heuristic)
    } else {
      (seconds, basis) = (0, .none)
    }
  }

  /// §4.2.2 recommends a limit.
  static let maximumHeuristic = 24 * 3600

  /// Whether RFC 9110 §15.1 calls the status "heuristically cacheable"; not 206, which is never
  /// stored.
  static func isHeuristicallyCacheable(_ status: Int) -> Bool {
    [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
  }
}

extension FreshnessLifetime: CustomStringConvertible {
  package var description: String {
    switch basis {
    case .timeToLive: "--cache-ttl \(seconds) s"
    case .maxAge: "max-age=\(seconds)"
    case .expires: "Expires, \(seconds) s after Date"
    case .heuristic: "heuristic, \(seconds) s by Last-Modified"
    case .none: "no freshness information"
    }
  }

  var source: String {
    switch basis {
    case .timeToLive: "--cache-ttl"
    case .heuristic: "RFC 9111 §4.2.2"
    case .maxAge, .expires, .none: "RFC 9111 §4.2"
    }
  }
}

/// The age of a response, RFC 9111 §4.2.3.
enum ResponseAge {
  /// The current age in seconds, never negative, even if a clock was set back.
  static func current(_ response: StoredResponse, now: Int) -> Int {
    let delay = max(0, response.responseTime - response.requestTime)
    let apparent = max(0, response.responseTime - response.date)
    let corrected = announced(response.head.headers) + delay
    return max(apparent, corrected) + resident(response, now: now)
  }

  /// Seconds since the response was received or last validated.
  static func resident(_ response: StoredResponse, now: Int) -> Int {
    max(0, now - response.responseTime)
  }

  /// The `Age` field, §5.1. The first element of a list counts, "discarding subsequent ones"; an
  /// invalid number is ignored.
  static func announced(_ headers: HeaderFields) -> Int {
    let elements = headers["Age"]?.split(separator: ",", omittingEmptySubsequences: false)
    return elements?.first.flatMap { DeltaSeconds.parse($0.trimmingSpaces) } ?? 0
  }
}

/// The freshness of a stored response at a given time, RFC 9111 §4.2.
struct ResponseFreshness: Sendable, Equatable {
  let lifetime: FreshnessLifetime
  /// In seconds. With a time to live from the options, the time since the response was received.
  let age: Int

  init(_ response: StoredResponse, timeToLive: Int?, now: Int) {
    lifetime = FreshnessLifetime(response, timeToLive: timeToLive)
    age =
      lifetime.basis == .timeToLive
      ? ResponseAge.resident(response, now: now) : ResponseAge.current(response, now: now)
  }

  var isFresh: Bool { lifetime.seconds > age }

  var left: Int { lifetime.seconds - age }

  var staleness: Int { max(0, age - lifetime.seconds) }

  /// Whether an option sets the time to live. It overrides the server's directives on
  /// freshness and revalidation.
  var isOverridden: Bool { lifetime.basis == .timeToLive }
}
