/// How fresh a stored response is at a moment, RFC 9111 §4.2.
package struct ResponseFreshness: Sendable, Equatable {
  package let lifetime: FreshnessLifetime
  /// Seconds. Under a time to live of our own those since it came to us: that
  /// is what the user speaks of.
  package let age: Int

  package init(_ response: StoredResponse, options: CacheOptions, now: Int) {
    lifetime = FreshnessLifetime(response, timeToLive: options.timeToLive)
    age =
      lifetime.basis == .own
      ? ResponseAge.resident(response, now: now) : ResponseAge.current(response, now: now)
  }

  /// "response_is_fresh = (freshness_lifetime > current_age)".
  package var isFresh: Bool { lifetime.seconds > age }

  /// Seconds of freshness left; 0 or less when it is stale.
  package var left: Int { lifetime.seconds - age }

  /// Seconds since it became stale; 0 while it is fresh.
  package var staleness: Int { max(0, age - lifetime.seconds) }

  /// Whether our own time to live is in force, before which the server's
  /// directives on freshness and revalidation give way.
  package var isOwn: Bool { lifetime.basis == .own }
}
