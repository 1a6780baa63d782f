/// Every decision of a private cache, RFC 9111, without clock and without I/O:
/// times are whole seconds since 1970.
package struct CachePolicy: Sendable, Equatable {
  package var options: CacheOptions

  package init(_ options: CacheOptions = CacheOptions()) { self.options = options }

  /// What the request is found by.
  package func key(_ request: RequestSpecification) -> CacheKey {
    CacheKey(request, sortsQuery: options.timeToLive != nil, place: options.place)
  }

  /// Decides before a request is sent.
  ///
  /// - Parameters:
  ///   - request: with every field that is going to be sent and may be named in
  ///     a `Vary`.
  ///   - stored: what is stored under its key, in any order.
  package func decide(
    _ request: RequestSpecification, stored: [StoredResponse], now: Int
  ) -> CacheDecision {
    let asked = CacheControl(request: request.headers)
    if let reason = bypass(request, asked) {
      return unsatisfiable(reason, asked) ?? .bypass(reason)
    }
    guard let chosen = Self.select(stored, for: request) else {
      let names = Set(stored.flatMap(\.selecting.names)).sorted()
      let reason = stored.isEmpty ? CacheReason.nothingStored : .variant(names)
      return unsatisfiable(reason, asked) ?? .forward(reason)
    }
    let freshness = ResponseFreshness(chosen, options: options, now: now)
    let verdict = judge(freshness, of: chosen.cacheControl, asked: asked)
    return decision(verdict, chosen, freshness, request, asked)
  }

  /// RFC 9111 §4.1: of those that match the most recent, by `Date`.
  package static func select(
    _ stored: [StoredResponse], for request: RequestSpecification
  ) -> StoredResponse? {
    stored.filter { $0.selecting.matches(request.headers) }
      .max { ($0.date, $0.responseTime) < ($1.date, $1.responseTime) }
  }

  /// Why the cache has no part in a request; nil where it has.
  func bypass(_ request: RequestSpecification, _ asked: CacheControl) -> CacheReason? {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .method(request.method)
    }
    if request.body != .none { return .requestBody }
    if request.headers.contains("Range") { return .range }
    // The answer to such a question (304, 412) is the asker's.
    for field in Self.conditionalFields where request.headers.contains(field) {
      return .conditional(field)
    }
    return asked.noStore ? .requestNoStore : nil
  }

  /// RFC 9110 §13.1.
  private static let conditionalFields = [
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since",
  ]

  private func unsatisfiable(_ reason: CacheReason, _ asked: CacheControl) -> CacheDecision? {
    if options.isOffline { return .unsatisfiable(reason.becomingOffline()) }
    if asked.onlyIfCached { return .unsatisfiable(reason.becomingOnlyIfCached()) }
    return nil
  }

  private func decision(
    _ verdict: CacheVerdict, _ stored: StoredResponse, _ freshness: ResponseFreshness,
    _ request: RequestSpecification, _ asked: CacheControl
  ) -> CacheDecision {
    let question = Revalidation(
      stored: stored, conditions: request.method == "HEAD" ? [:] : stored.conditions)
    switch verdict {
    case .use(let reason):
      return .use(answer(stored, freshness, reason), meanwhile: nil)
    case .useMeanwhile(let reason):
      // Nobody is to be asked behind the back of one who wants no network.
      let isQuiet = options.isOffline || asked.onlyIfCached
      return .use(answer(stored, freshness, reason), meanwhile: isQuiet ? nil : question)
    case .ask(let reason, let isServable):
      if options.isOffline, isServable, freshness.staleness <= options.staleIfError ?? .max {
        return .use(answer(stored, freshness, .disconnected(freshness)), meanwhile: nil)
      }
      return unsatisfiable(reason, asked) ?? .revalidate(question, reason)
    }
  }

  func answer(
    _ stored: StoredResponse, _ freshness: ResponseFreshness, _ reason: CacheReason
  ) -> CachedAnswer {
    CachedAnswer(
      stored: stored, head: stored.head(age: freshness.age), age: freshness.age,
      source: freshness.isFresh ? .cache : .stale, reason: reason)
  }
}
