/// The decisions of a private cache, RFC 9111, without clock or I/O. Times are seconds since 1970.
package struct CachePolicy: Sendable, Equatable {
  package var options: CacheOptions

  package init(_ options: CacheOptions = CacheOptions()) { self.options = options }

  package func key(_ request: RequestSpecification) -> CacheKey {
    CacheKey(request, sortsQuery: options.timeToLive != nil, server: options.server)
  }

  /// Decides whether a stored response answers a request, before it is sent.
  ///
  /// - Parameters:
  ///   - request: with every field that will be sent and that a `Vary` may name.
  ///   - stored: the responses stored under its key, in any order.
  package func decide(
    _ request: RequestSpecification, stored: [StoredResponse], now: Int
  ) -> CacheDecision {
    let requested = CacheControl(request: request.headers)
    if let reason = bypass(request, requested) {
      return unsatisfiable(reason, requested) ?? .bypass(reason)
    }
    guard let chosen = Self.select(stored, for: request) else {
      let names = Set(stored.flatMap(\.selecting.names)).sorted()
      let reason = stored.isEmpty ? CacheReason.nothingStored : .variant(names)
      return unsatisfiable(reason, requested) ?? .forward(reason)
    }
    let freshness = freshness(of: chosen, now: now)
    let reuse = reuse(freshness, of: chosen.cacheControl, requested: requested)
    return decision(
      reuse, of: chosen, freshness: freshness, for: request, requested: requested)
  }

  /// RFC 9111 §4.1: the most recent matching response, by `Date`.
  package static func select(
    _ stored: [StoredResponse], for request: RequestSpecification
  ) -> StoredResponse? {
    stored.filter { $0.selecting.matches(request.headers) }
      .max { ($0.date, $0.responseTime) < ($1.date, $1.responseTime) }
  }

  /// Why the cache does not handle a request; nil if it does.
  func bypass(_ request: RequestSpecification, _ requested: CacheControl) -> CacheReason? {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .method(request.method)
    }
    if request.body != .none { return .requestBody }
    if request.headers.contains("Range") { return .range }
    // The response to a conditional request (304, 412) belongs to the caller.
    for field in Self.conditionalFields where request.headers.contains(field) {
      return .conditional(field)
    }
    return requested.noStore ? .requestNoStore : nil
  }

  private static let conditionalFields = [
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since",
  ]

  private func unsatisfiable(_ reason: CacheReason, _ requested: CacheControl) -> CacheDecision? {
    if options.isOffline { return .unsatisfiable(reason.becomingOffline()) }
    if requested.onlyIfCached { return .unsatisfiable(reason.becomingOnlyIfCached()) }
    return nil
  }

  private func decision(
    _ reuse: Reuse, of stored: StoredResponse, freshness: ResponseFreshness,
    for request: RequestSpecification, requested: CacheControl
  ) -> CacheDecision {
    let revalidation = Revalidation(
      stored: stored, conditions: request.method == "HEAD" ? [:] : stored.conditions)
    switch reuse {
    case .use(let reason):
      return .use(response(stored, freshness, because: reason), refresh: nil)
    case .useAndRefresh(let reason):
      // No background request without network access.
      let isOffline = options.isOffline || requested.onlyIfCached
      return .use(
        response(stored, freshness, because: reason), refresh: isOffline ? nil : revalidation)
    case .expired where options.isOffline && freshness.staleness <= options.staleIfError ?? .max:
      return .use(response(stored, freshness, because: .disconnected(freshness)), refresh: nil)
    case .expired(let reason), .revalidate(let reason):
      return unsatisfiable(reason, requested) ?? .revalidate(revalidation, reason)
    }
  }

  private func response(
    _ stored: StoredResponse, _ freshness: ResponseFreshness, because reason: CacheReason
  ) -> CachedResponse {
    CachedResponse(
      stored: stored, head: stored.head(age: freshness.age), age: freshness.age,
      source: freshness.isFresh ? .cache : .stale, reason: reason)
  }

  /// RFC 9111 §4.2 and §5.2.
  private func reuse(
    _ freshness: ResponseFreshness, of stored: CacheControl, requested: CacheControl
  ) -> Reuse {
    if options.isRefresh { return .revalidate(.refresh) }
    if requested.noCache != nil { return .revalidate(.requestNoCache) }
    if stored.noCache == .response, !freshness.isOverridden {
      return .revalidate(.responseNoCache)
    }
    // §5.2.1.3: "The client prefers a response that will still be fresh for at least the specified
    // number of seconds", which excludes stale responses.
    if let limit = requested.minFresh, freshness.left < limit {
      return .revalidate(.minFresh(freshness, limit))
    }
    return freshness.isFresh
      ? reuseIfFresh(freshness, of: stored, requested: requested)
      : reuseIfStale(freshness, of: stored, requested: requested)
  }

  private func freshness(of stored: StoredResponse, now: Int) -> ResponseFreshness {
    ResponseFreshness(stored, timeToLive: options.timeToLive, now: now)
  }

  private func reuseIfFresh(
    _ freshness: ResponseFreshness, of stored: CacheControl, requested: CacheControl
  ) -> Reuse {
    guard let limit = requested.maxAge, isTooOld(freshness, limit) else {
      return .use(.fresh(freshness))
    }
    if stored.isImmutable { return .use(.immutable(freshness)) }
    if let excess = requested.maxStale, freshness.age - limit <= excess {
      return .use(.maxStale(freshness, excess))
    }
    return .revalidate(.maxAge(freshness, limit))
  }

  /// §5.2.1.1. Browsers send `max-age=0` to reload, so it revalidates even a response of the same
  /// second.
  private func isTooOld(_ freshness: ResponseFreshness, _ limit: Int) -> Bool {
    limit == 0 || freshness.age > limit
  }

  private func reuseIfStale(
    _ freshness: ResponseFreshness, of stored: CacheControl, requested: CacheControl
  ) -> Reuse {
    // §5.2.2.2: a stale response must be revalidated, whatever the other directives.
    if stored.mustRevalidate, !freshness.isOverridden {
      return .revalidate(.mustRevalidate(freshness))
    }
    if let limit = requested.maxStale {
      let excess = max(freshness.staleness, freshness.age - (requested.maxAge ?? .max))
      return excess <= limit
        ? .use(.maxStale(freshness, limit)) : .revalidate(.stale(freshness))
    }
    // §5.2.1.1: max-age without max-stale excludes stale responses.
    if let limit = requested.maxAge {
      return .revalidate(
        isTooOld(freshness, limit) ? .maxAge(freshness, limit) : .stale(freshness))
    }
    if let limit = stored.staleWhileRevalidate, !freshness.isOverridden,
      freshness.staleness <= limit
    {
      return .useAndRefresh(.whileRevalidating(freshness, limit))
    }
    return .expired(.stale(freshness))
  }

  /// Returns the stored response to use instead of an error (no connection, no response, or status
  /// 500, 502, 503 or 504, RFC 5861 §4), or nil if it may not be used.
  ///
  /// `no-cache` and `must-revalidate` forbid it (RFC 9111 §5.2.1.4, §5.2.2.2, §5.2.2.4). `max-age`
  /// and `min-fresh` of the request do not: stale-if-error applies "regardless of other freshness
  /// information".
  package func response(
    insteadOfErrorFor request: RequestSpecification, stored: StoredResponse, now: Int
  ) -> CachedResponse? {
    let requested = CacheControl(request: request.headers)
    let control = stored.cacheControl
    let allowed = [requested.staleIfError, control.staleIfError].compactMap { $0 }.max()
    guard let limit = options.staleIfError ?? allowed, requested.noCache == nil else { return nil }
    let freshness = freshness(of: stored, now: now)
    let isForbidden = control.noCache == .response || control.mustRevalidate && !freshness.isFresh
    guard freshness.staleness <= limit, freshness.isOverridden || !isForbidden else { return nil }
    let reason = CacheReason.ifError(freshness, limit, isOption: options.staleIfError != nil)
    return response(stored, freshness, because: reason)
  }

  package static func isError(_ status: Int) -> Bool {
    [500, 502, 503, 504].contains(status)
  }
}

/// The permitted use of a stored response.
private enum Reuse: Sendable, Equatable {
  case use(CacheReason)
  /// Stale, but usable while it is revalidated (RFC 5861 §3).
  case useAndRefresh(CacheReason)
  /// Usable after revalidation.
  case revalidate(CacheReason)
  /// The same, but staleness is the only obstacle, so that a disconnected cache may serve it (RFC
  /// 9111 §4.2.4).
  case expired(CacheReason)
}

/// The handling of a request by a cache, RFC 9111 §4.
package enum CacheDecision: Sendable, Equatable {
  /// Send the request; neither use nor update the cache.
  case bypass(CacheReason)
  /// Send the request and store the response if possible.
  case forward(CacheReason)
  /// Revalidate the stored response. If that fails, the stored response may still be usable.
  case revalidate(Revalidation, CacheReason)
  /// Use the stored response, and revalidate it in the background unless `refresh` is nil (RFC 5861
  /// §3).
  case use(CachedResponse, refresh: Revalidation?)
  /// Send nothing and respond as with 504 (Gateway Timeout), RFC 9111 §5.2.1.7.
  case unsatisfiable(CacheReason)

  package var reason: CacheReason {
    switch self {
    case .bypass(let reason), .forward(let reason), .revalidate(_, let reason),
      .unsatisfiable(let reason):
      reason
    case .use(let response, _): response.reason
    }
  }
}

package struct CachedResponse: Sendable, Equatable {
  package let stored: StoredResponse
  /// The head to return, with its `Age` (RFC 9111 §4).
  package let head: ResponseHead
  /// In seconds; `age_s` of a response record.
  package let age: Int
  package let source: Response.Source
  package let reason: CacheReason
}

/// A conditional request for a stored response, RFC 9111 §4.3.
package struct Revalidation: Sendable, Equatable {
  package let stored: StoredResponse
  /// The fields to add to the request. Empty for HEAD, or without a validator; then a complete
  /// response is expected.
  package let conditions: HeaderFields
}

package struct CacheOptions: Sendable, Equatable {
  /// `--cache-ttl`: the lifetime of a response in seconds, overriding the server's directives on
  /// freshness and revalidation.
  package var timeToLive: Int?
  /// `--stale-if-error`: seconds of staleness allowed on errors, overriding request and response
  /// (RFC 5861 §4).
  package var staleIfError: Int?
  /// Whether to use the cache only: `--offline`.
  package var isOffline = false
  /// Whether to revalidate even fresh responses: `--refresh`.
  package var isRefresh = false
  /// The socket or address used instead of the URLs' hosts; empty for the hosts themselves.
  /// Responses of different servers must not be mixed.
  package var server = ""
}
