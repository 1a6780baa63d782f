/// How long a response is fresh, RFC 9111 §4.2.1.
package struct FreshnessLifetime: Sendable, Equatable {
  /// Where the time comes from.
  package enum Basis: Sendable, Equatable {
    /// A time to live of our own.
    case own
    case maxAge
    case expires
    /// A tenth of the time since it was last changed (§4.2.2).
    case heuristic
    /// Nothing says anything: it is stale from the start.
    case none
  }

  /// 0 or more.
  package let seconds: Int
  package let basis: Basis

  /// `s-maxage` is for shared caches, and this one is private: `max-age`, then
  /// `Expires` less `Date`, then the heuristic.
  ///
  /// - Parameter timeToLive: of our own, in seconds; it is for the statuses
  ///   that may be kept without a word from the server, so no error of a moment
  ///   is held on to.
  package init(_ response: StoredResponse, timeToLive: Int?) {
    let fields = response.head.headers
    let control = response.cacheControl
    let isCacheable = Self.isHeuristicallyCacheable(response.head.status)
    if let timeToLive, isCacheable {
      (seconds, basis) = (max(0, timeToLive), .own)
    } else if let maxAge = control.maxAge {
      (seconds, basis) = (maxAge, .maxAge)
    } else if let expires = fields["Expires"] {
      // §5.3: what is no date in the form that it has to have, "especially
      // including the value 0", is past.
      let end = HTTPDate.exact(expires, now: response.responseTime) ?? response.date
      (seconds, basis) = (max(0, end - response.date), .expires)
    } else if isCacheable || control.isPublic, let changed = response.lastModified {
      let tenth = max(0, response.date - changed) / 10
      (seconds, basis) = (min(tenth, Self.maximumHeuristic), .heuristic)
    } else {
      (seconds, basis) = (0, .none)
    }
  }

  /// §4.2.2: without bounds it would be guesswork.
  static let maximumHeuristic = 24 * 3600

  /// RFC 9110 §15.1: "heuristically cacheable", but for 206, which is never
  /// kept here.
  package static func isHeuristicallyCacheable(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }
}
