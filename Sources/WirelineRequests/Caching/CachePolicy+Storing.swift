/// Whether a response may be stored, by a private cache, RFC 9111 §3.
extension CachePolicy {
  /// Decides at the final head of an answer that is no 304.
  ///
  /// `private` does not matter to a private cache, nor does `Authorization`:
  /// the key holds a hash of the credentials (§3.5 is about shared ones).
  ///
  /// - Parameters:
  ///   - requestTime: when the request was sent.
  ///   - responseTime: when the head came.
  package func storability(
    _ head: ResponseHead, for request: RequestSpecification, requestTime: Int, responseTime: Int
  ) -> CacheStorability {
    if let reason = bypass(request, CacheControl(request: request.headers)) {
      return .pass(reason)
    }
    // Without content there is nothing to keep; see `freshen(_:byHead:)`.
    if request.method == "HEAD" { return .pass(.headAnswer) }
    guard
      let selecting = SelectingFields(response: head.headers, request: request.headers)
    else { return .pass(.varyAny) }
    var response = StoredResponse(
      head: head, requestTime: requestTime, responseTime: responseTime, selecting: selecting)
    response.head.headers = head.headers.storable
    // RFC 9110 §6.6.1: who keeps a response without a date gives it one.
    response.head.headers.setDefault("Date", HTTPDate.text(responseTime))
    let lifetime = FreshnessLifetime(response, timeToLive: options.timeToLive)
    if let reason = refusal(response, lifetime) { return .pass(reason) }
    return .store(response, .stored(lifetime))
  }

  private func refusal(
    _ response: StoredResponse, _ lifetime: FreshnessLifetime
  ) -> CacheReason? {
    let status = response.head.status
    let control = response.cacheControl
    guard (200...999).contains(status) else { return .interim(status) }
    if status == 206 { return .partial }
    if status == 304 { return .unaskedNotModified }
    if control.mustUnderstand, !Self.isUnderstood(status) { return .notUnderstood(status) }
    // §5.2.2.3: must-understand comes with a no-store for those who do not know
    // it, to be ignored by those who do.
    let isExempt = control.mustUnderstand || options.ignoresNoStore && lifetime.basis == .own
    if control.noStore, !isExempt { return .responseNoStore }
    if control.noCache == .response, !response.hasValidator, lifetime.basis != .own {
      return .neverUsable
    }
    let isAllowed =
      lifetime.basis != .none || control.isPublic || control.isPrivate
      || FreshnessLifetime.isHeuristicallyCacheable(status)
    return isAllowed ? nil : .noFreshness(status)
  }

  /// The statuses whose caching requirements are met here, RFC 9110 §15.
  private static func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 302, 303, 307, 400, 401, 403, 500, 502, 503, 504: true
    default: FreshnessLifetime.isHeuristicallyCacheable(status)
    }
  }
}
