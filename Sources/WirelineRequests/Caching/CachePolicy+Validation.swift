/// What becomes of stored responses by newer ones, RFC 9111 §4.3 and §4.4.
extension CachePolicy {
  /// Decides at the final head of the answer to a revalidation by GET.
  package func validate(
    _ question: Revalidation, by head: ResponseHead, for request: RequestSpecification,
    requestTime: Int, responseTime: Int
  ) -> ValidationOutcome {
    let stored = question.stored
    if head.status == 304, !question.conditions.isEmpty {
      switch Self.match(head.headers, stored) {
      case .none: return .repeatWithoutConditions(.otherValidator)
      case .weak: return .confirmed(revalidated(stored, stored.head, age: 0, .weaklyConfirmed))
      case .full: break
      }
      let newer = freshened(
        stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
      let age = ResponseAge.current(newer, now: responseTime)
      // This receiver gets its cookies; the store does not.
      var shown = newer.head
      for value in head.headers.values(of: "Set-Cookie") {
        shown.headers.append("Set-Cookie", value)
      }
      return .freshened(revalidated(newer, shown, age: age, .notModified))
    }
    if Self.isError(head.status),
      let answer = answer(insteadOfErrorFor: request, stored: stored, now: responseTime)
    {
      return .stale(answer)
    }
    return .replaced(.wholeAnswer(head.status))
  }

  /// How a 304 refers to a stored response.
  private enum Match { case none, weak, full }

  /// RFC 9111 §4.3.4, for a single response asked about.
  ///
  /// A strong tag in the 304 has to be the stored one. Where the stored one is
  /// its weak form, as with servers that compress on the way, the answer is yes
  /// to our question all the same, but updates nothing. A 304 without any
  /// validator answers the one question we asked.
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

  /// Decides at the head of an answer to HEAD about a stored response of GET,
  /// RFC 9111 §4.3.5: the new one to store; nil where it no longer describes
  /// what is stored, which is to go.
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
    _ stored: StoredResponse, _ head: ResponseHead, age: Int, _ reason: CacheReason
  ) -> CachedAnswer {
    var shown = head
    shown.headers.set("Age", String(age))
    return CachedAnswer(
      stored: stored, head: shown, age: age, source: .revalidated, reason: reason)
  }

  /// The URLs whose stored responses an answer makes invalid, RFC 9111 §4.4: a
  /// 2xx or 3xx to a method not known to be safe, for its own URL and those in
  /// `Location` and `Content-Location` of the same origin.
  package static func invalidated(
    by head: ResponseHead, to request: RequestSpecification
  ) -> [RequestURL] {
    guard !isSafe(request.method), (200..<400).contains(head.status) else { return [] }
    let others = ["Location", "Content-Location"].compactMap { head.headers[$0] }
      .compactMap { try? request.url.resolving($0) }
    return [request.url] + others.filter { $0.hasSameOrigin(as: request.url) }
  }

  /// The same where redirects were followed: the first of them answered the
  /// request itself, and led to what it has changed as a rule.
  package static func invalidated(
    by redirects: [Response.Redirect], endingAt last: RequestURL, to request: RequestSpecification
  ) -> [RequestURL] {
    guard !isSafe(request.method), !redirects.isEmpty else { return [] }
    let hops = redirects.compactMap { try? RequestURL($0.url) } + [last]
    return [request.url] + hops.filter { $0.hasSameOrigin(as: request.url) }
  }

  /// RFC 9110 §9.2.1, and the safe ones of IANA's registry of methods.
  private static func isSafe(_ method: String) -> Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH": true
    default: false
    }
  }
}
