/// Whether a stored response may be used, RFC 9111 §4.2 and §5.2.
extension CachePolicy {
  func judge(
    _ freshness: ResponseFreshness, of stored: CacheControl, asked: CacheControl
  ) -> CacheVerdict {
    if options.isRefresh { return .ask(.refresh, isServable: false) }
    if asked.noCache != nil { return .ask(.requestNoCache, isServable: false) }
    if stored.noCache == .response, !freshness.isOwn {
      return .ask(.responseNoCache, isServable: false)
    }
    // "The client prefers a response that will still be fresh for at least the
    // specified number of seconds" (§5.2.1.3): no stale one is.
    if let limit = asked.minFresh, freshness.left < limit {
      return .ask(.minFresh(freshness, limit), isServable: false)
    }
    return freshness.isFresh
      ? judgeFresh(freshness, of: stored, asked: asked)
      : judgeStale(freshness, of: stored, asked: asked)
  }

  private func judgeFresh(
    _ freshness: ResponseFreshness, of stored: CacheControl, asked: CacheControl
  ) -> CacheVerdict {
    guard let limit = asked.maxAge, isTooOld(freshness, limit) else {
      return .use(.fresh(freshness))
    }
    if stored.isImmutable { return .use(.immutable(freshness)) }
    if let excess = asked.maxStale, freshness.age - limit <= excess {
      return .use(.maxStale(freshness, excess))
    }
    return .ask(.maxAge(freshness, limit), isServable: false)
  }

  /// §5.2.1.1; `max-age=0` is how every browser writes "reload", so that even an
  /// answer of this very second is asked about.
  private func isTooOld(_ freshness: ResponseFreshness, _ limit: Int) -> Bool {
    limit == 0 || freshness.age > limit
  }

  private func judgeStale(
    _ freshness: ResponseFreshness, of stored: CacheControl, asked: CacheControl
  ) -> CacheVerdict {
    // §5.2.2.2: once stale, never without asking, whatever else is said.
    if stored.mustRevalidate, !freshness.isOwn {
      return .ask(.mustRevalidate(freshness), isServable: false)
    }
    if let limit = asked.maxStale {
      let excess = max(freshness.staleness, freshness.age - (asked.maxAge ?? .max))
      return excess <= limit
        ? .use(.maxStale(freshness, limit)) : .ask(.stale(freshness), isServable: false)
    }
    // §5.2.1.1: with max-age and without max-stale, no stale response is wanted.
    if let limit = asked.maxAge {
      let isTooOld = isTooOld(freshness, limit)
      return .ask(isTooOld ? .maxAge(freshness, limit) : .stale(freshness), isServable: false)
    }
    if let limit = stored.staleWhileRevalidate, !freshness.isOwn, freshness.staleness <= limit {
      return .useMeanwhile(.whileRevalidating(freshness, limit))
    }
    return .ask(.stale(freshness), isServable: true)
  }

  /// What is stored, in the place of an error: no connection, no answer, or one
  /// of 500, 502, 503 and 504 (RFC 5861 §4); nil where it may not be used.
  ///
  /// `no-cache` and `must-revalidate` forbid it (RFC 9111 §5.2.1.4, §5.2.2.2,
  /// §5.2.2.4), `max-age` and `min-fresh` of the request do not: the directive
  /// holds "regardless of other freshness information".
  package func answer(
    insteadOfErrorFor request: RequestSpecification, stored: StoredResponse, now: Int
  ) -> CachedAnswer? {
    let asked = CacheControl(request: request.headers)
    let control = stored.cacheControl
    let said = [asked.staleIfError, control.staleIfError].compactMap { $0 }.max()
    guard let limit = options.staleIfError ?? said, asked.noCache == nil else { return nil }
    let freshness = ResponseFreshness(stored, options: options, now: now)
    let isForbidden = control.noCache == .response || control.mustRevalidate && !freshness.isFresh
    guard freshness.staleness <= limit, freshness.isOwn || !isForbidden else { return nil }
    let reason = CacheReason.ifError(freshness, limit, isOwn: options.staleIfError != nil)
    return answer(stored, freshness, reason)
  }

  /// RFC 5861 §4.
  package static func isError(_ status: Int) -> Bool {
    switch status {
    case 500, 502, 503, 504: true
    default: false
    }
  }
}
