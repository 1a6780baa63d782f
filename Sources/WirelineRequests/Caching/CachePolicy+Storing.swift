extension CachePolicy {
  /// Returns the response to store under the request's key when its body is complete, or nil if a
  /// private cache may not store it: RFC 9111 §3.
  ///
  /// `private` does not affect a private cache. Neither does `Authorization`: the key contains a
  /// hash of the credentials (§3.5 concerns shared caches).
  package func storable(
    _ head: ResponseHead, for request: RequestSpecification, requestTime: Int, responseTime: Int
  ) -> StoredResponse? {
    // A response to HEAD has no content to store; see `freshen(_:byHead:)`.
    guard bypass(request, CacheControl(request: request.headers)) == nil,
      request.method != "HEAD",
      let selecting = SelectingFields(response: head.headers, request: request.headers)
    else { return nil }
    var response = StoredResponse(
      head: head, requestTime: requestTime, responseTime: responseTime, selecting: selecting)
    response.head.headers = head.headers.storable
    // RFC 9110 §6.6.1: a stored response needs a date.
    response.head.headers.setDefault("Date", HTTPDate.text(responseTime))
    return mayStore(response) ? response : nil
  }

  private func mayStore(_ response: StoredResponse) -> Bool {
    let status = response.head.status
    let control = response.cacheControl
    let lifetime = FreshnessLifetime(response, timeToLive: options.timeToLive)
    guard (200...999).contains(status), status != 206, status != 304,
      !control.mustUnderstand || Self.isUnderstood(status)
    else { return false }
    // §5.2.2.3: a cache that implements must-understand ignores the no-store that accompanies it.
    if control.noStore, !control.mustUnderstand { return false }
    // It could never be used.
    if control.noCache == .response, !response.hasValidator, lifetime.basis != .timeToLive {
      return false
    }
    return lifetime.basis != .none || control.isPublic || control.isPrivate
      || FreshnessLifetime.isHeuristicallyCacheable(status)
  }

  /// The statuses whose caching requirements are implemented here, RFC 9110 §15.
  private static func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 302, 303, 307, 400, 401, 403, 500, 502, 503, 504: true
    default: FreshnessLifetime.isHeuristicallyCacheable(status)
    }
  }
}

/// The rules by which newer responses update and invalidate stored ones, RFC 9111 §4.3 and §4.4.
extension CachePolicy {
  /// Decides what the response to a revalidation by GET means for the stored response.
  package func validate(
    _ revalidation: Revalidation, by head: ResponseHead, for request: RequestSpecification,
    requestTime: Int, responseTime: Int
  ) -> ValidationOutcome {
    let stored = revalidation.stored
    if head.status == 304, !revalidation.conditions.isEmpty {
      switch Self.match(head.headers, stored) {
      case .none: return .repeatWithoutConditions
      case .weak:
        return .confirmed(revalidated(stored, head: stored.head, age: 0, because: .weaklyConfirmed))
      case .full: break
      }
      let newer = freshened(
        stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
      let age = ResponseAge.current(newer, now: responseTime)
      // The caller gets the cookies; they are not stored.
      var returned = newer.head
      for value in head.headers.values(of: "Set-Cookie") {
        returned.headers.append("Set-Cookie", value)
      }
      return .freshened(revalidated(newer, head: returned, age: age, because: .notModified))
    }
    if Self.isError(head.status),
      let response = response(insteadOfErrorFor: request, stored: stored, now: responseTime)
    {
      return .stale(response)
    }
    return .replaced
  }

  private enum Match { case none, weak, full }

  /// RFC 9111 §4.3.4, for a request about a single stored response.
  ///
  /// A strong tag in the 304 must equal the stored one. If only their weak forms are equal, as with
  /// servers that compress responses, the stored response is confirmed but not updated. A 304
  /// without validators refers to the response the request named.
  private static func match(_ newer: HeaderFields, _ stored: StoredResponse) -> Match {
    let changed = newer["Last-Modified"].flatMap { HTTPDate.seconds($0) }
    let isSameDate = changed != nil && changed == stored.lastModified
    guard let tag = newer["ETag"].map(EntityTag.init) else {
      return newer.contains("Last-Modified") && !isSameDate ? .none : .full
    }
    guard let known = stored.entityTag else {
      return isSameDate ? (tag.isWeak ? .full : .weak) : .none
    }
    if tag.isWeak || known.matchesStrongly(tag) { return known.matchesWeakly(tag) ? .full : .none }
    return known.matchesWeakly(tag) ? .weak : .none
  }

  /// Returns the stored GET response updated by the head of a response to HEAD, RFC 9111 §4.3.5, or
  /// nil if the stored response is obsolete and has to be removed.
  package func freshen(
    _ stored: StoredResponse, byHead head: ResponseHead, for request: RequestSpecification,
    requestTime: Int, responseTime: Int
  ) -> StoredResponse? {
    guard head.status == 200, stored.head.status == 200 else { return stored }
    for name in ["ETag", "Last-Modified", "Content-Length"] {
      if let value = head.headers[name], value != stored.head.headers[name] { return nil }
    }
    return freshened(
      stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
  }

  private func freshened(
    _ stored: StoredResponse, by head: ResponseHead, for request: RequestSpecification,
    requestTime: Int, responseTime: Int
  ) -> StoredResponse {
    var newer = stored
    newer.head.headers = stored.head.headers.updated(by: head.headers).storable
    newer.head.headers.setDefault("Date", HTTPDate.text(responseTime))
    newer.requestTime = requestTime
    newer.responseTime = responseTime
    newer.selecting =
      SelectingFields(response: newer.head.headers, request: request.headers) ?? .never
    return newer
  }

  private func revalidated(
    _ stored: StoredResponse, head: ResponseHead, age: Int, because reason: CacheReason
  ) -> CachedResponse {
    var returned = head
    returned.headers.set("Age", String(age))
    return CachedResponse(
      stored: stored, head: returned, age: age, source: .revalidated, reason: reason)
  }

  /// The URLs whose stored responses a response invalidates, RFC 9111 §4.4: for a 2xx or 3xx to an
  /// unsafe method, the request's URL and those in `Location` and `Content-Location` of the same
  /// origin.
  package static func invalidated(
    by head: ResponseHead, to request: RequestSpecification
  ) -> [RequestURL] {
    guard !isSafe(request.method), (200..<400).contains(head.status) else { return [] }
    let others = ["Location", "Content-Location"].compactMap { head.headers[$0] }
      .compactMap { try? request.url.resolving($0) }
    return [request.url] + others.filter { $0.hasSameOrigin(as: request.url) }
  }

  /// The URLs to invalidate after redirects, each of which may lead to a resource that the request
  /// changed.
  package static func invalidated(
    by redirects: [Response.Redirect], endingAt last: RequestURL, to request: RequestSpecification
  ) -> [RequestURL] {
    guard !isSafe(request.method), !redirects.isEmpty else { return [] }
    let hops = redirects.compactMap { try? RequestURL($0.url) } + [last]
    return [request.url] + hops.filter { $0.hasSameOrigin(as: request.url) }
  }

  /// RFC 9110 §9.2.1 and the safe methods of the IANA registry.
  private static func isSafe(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH"].contains(method)
  }
}

/// The result of a revalidation, RFC 9111 §4.3.3.
package enum ValidationOutcome: Sendable, Equatable {
  /// Still valid: use it and store its updated head.
  case freshened(CachedResponse)
  /// Still valid; the stored head is unchanged.
  case confirmed(CachedResponse)
  /// An error: the stored response is used instead (RFC 5861 §4).
  case stale(CachedResponse)
  /// A complete response: use it and store it if possible.
  case replaced
  /// A 304 about another response: repeat the request without conditions.
  case repeatWithoutConditions
}
