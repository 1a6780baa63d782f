/// The reason for a decision of the cache, for `--cache-explain`.
package struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// In lower case: `fresh: max-age=60, age 12 s`.
  package let text: String
  /// The rule, such as `RFC 9111 §4.2`, or an option.
  package let source: String

  init(_ text: String, _ source: String) {
    self.text = text
    self.source = source
  }

  package var description: String { "\(text) (\(source))" }

  /// Prepends another reason.
  func behind(_ text: String, _ source: String) -> CacheReason {
    CacheReason("\(text); \(self.text)", "\(source), \(self.source)")
  }
}

/// Reasons for using a stored response or not.
extension CacheReason {
  // MARK: Bypassed

  static func method(_ name: String) -> CacheReason {
    CacheReason("bypassed: the method is \(name), only GET and HEAD are answered", "RFC 9111 §4")
  }

  static let requestBody = CacheReason(
    "bypassed: the request has content, which is no part of the key", "RFC 9110 §9.3.1")

  static func conditional(_ field: String) -> CacheReason {
    CacheReason("bypassed: the request has a \(field) of its own", "RFC 9111 §4.3.2")
  }

  static let range = CacheReason("bypassed: the request asks for a range", "RFC 9111 §3.3")
  static let requestNoStore = CacheReason("bypassed: no-store in the request", "RFC 9111 §5.2.1.5")

  // MARK: Misses

  static let nothingStored = CacheReason("miss: nothing is stored", "RFC 9111 §4")

  static func variant(_ names: [String]) -> CacheReason {
    let list = names.joined(separator: ", ")
    return CacheReason("miss: stored for other request fields, Vary: \(list)", "RFC 9111 §4.1")
  }

  // MARK: Used

  static func fresh(_ freshness: ResponseFreshness) -> CacheReason {
    CacheReason(
      "fresh: \(freshness.lifetime), age \(freshness.age) s", freshness.lifetime.source)
  }

  static func immutable(_ freshness: ResponseFreshness) -> CacheReason {
    CacheReason(
      "fresh: immutable, \(freshness.lifetime), age \(freshness.age) s", "RFC 8246 §2")
  }

  static func maxStale(_ freshness: ResponseFreshness, _ limit: Int) -> CacheReason {
    let bound = limit == DeltaSeconds.maximum ? "max-stale" : "max-stale=\(limit)"
    return CacheReason(
      "stale by \(freshness.staleness) s, allowed: \(bound), age \(freshness.age) s",
      "RFC 9111 §5.2.1.2")
  }

  static func whileRevalidating(_ freshness: ResponseFreshness, _ limit: Int) -> CacheReason {
    CacheReason(
      "stale by \(freshness.staleness) s, allowed: stale-while-revalidate=\(limit)",
      "RFC 5861 §3")
  }

  static func disconnected(_ freshness: ResponseFreshness) -> CacheReason {
    CacheReason("stale by \(freshness.staleness) s, allowed: offline", "RFC 9111 §4.2.4")
  }

  static func ifError(
    _ freshness: ResponseFreshness, _ limit: Int, isOwn: Bool
  ) -> CacheReason {
    CacheReason(
      "stale by \(freshness.staleness) s, allowed on an error: stale-if-error=\(limit)",
      isOwn ? "--stale-if-error" : "RFC 5861 §4")
  }

  // MARK: Revalidated

  static let refresh = CacheReason("asked again: a refresh is wanted", "--refresh")
  static let requestNoCache = CacheReason(
    "asked again: no-cache in the request", "RFC 9111 §5.2.1.4")
  static let responseNoCache = CacheReason(
    "asked again: no-cache in the response", "RFC 9111 §5.2.2.4")

  static func maxAge(_ freshness: ResponseFreshness, _ limit: Int) -> CacheReason {
    CacheReason(
      "asked again: age \(freshness.age) s, the request wants max-age=\(limit)",
      "RFC 9111 §5.2.1.1")
  }

  static func minFresh(_ freshness: ResponseFreshness, _ limit: Int) -> CacheReason {
    CacheReason(
      "asked again: fresh for \(freshness.left) s more, the request wants min-fresh=\(limit)",
      "RFC 9111 §5.2.1.3")
  }

  static func mustRevalidate(_ freshness: ResponseFreshness) -> CacheReason {
    CacheReason(
      "asked again: stale by \(freshness.staleness) s, must-revalidate", "RFC 9111 §5.2.2.2")
  }

  static func stale(_ freshness: ResponseFreshness) -> CacheReason {
    CacheReason(
      "stale: \(freshness.lifetime), age \(freshness.age) s", "RFC 9111 §4.2.4")
  }

  // MARK: Unavailable

  func becomingOffline() -> CacheReason { behind("not to be had: offline", "--offline") }

  func becomingOnlyIfCached() -> CacheReason {
    behind("not to be had: only-if-cached in the request", "RFC 9111 §5.2.1.7")
  }
}

/// Reasons for storing a response or not.
extension CacheReason {
  static func stored(_ lifetime: FreshnessLifetime) -> CacheReason {
    CacheReason("stored: \(lifetime)", "RFC 9111 §3")
  }

  static let headAnswer = CacheReason(
    "not stored: an answer to HEAD has no content", "RFC 9110 §9.3.2")
  static let varyAny = CacheReason(
    "not stored: Vary: * matches no later request", "RFC 9111 §4.1")
  static let partial = CacheReason("not stored: 206 is a part", "RFC 9111 §3.3")
  static let unaskedNotModified = CacheReason(
    "not stored: 304 without a question of ours", "RFC 9111 §4.3.3")
  static let responseNoStore = CacheReason(
    "not stored: no-store in the response", "RFC 9111 §5.2.2.5")
  static let neverUsable = CacheReason(
    "not stored: no-cache, and no validator to ask with", "RFC 9111 §5.2.2.4")

  static func interim(_ status: Int) -> CacheReason {
    CacheReason("not stored: \(status) is no final status", "RFC 9111 §3")
  }

  static func notUnderstood(_ status: Int) -> CacheReason {
    CacheReason(
      "not stored: must-understand, and \(status) is not known here", "RFC 9111 §5.2.2.3")
  }

  static func noFreshness(_ status: Int) -> CacheReason {
    CacheReason(
      "not stored: \(status) without a word of how long it is fresh", "RFC 9111 §3")
  }
}

/// Results of revalidations.
extension CacheReason {
  static let notModified = CacheReason(
    "revalidated: 304, the stored head is brought up to date", "RFC 9111 §4.3.4")
  static let weaklyConfirmed = CacheReason(
    "revalidated: 304 with another strong validator, the stored head stays", "RFC 9111 §4.3.4")
  static let otherValidator = CacheReason(
    "miss: 304 about another response than the stored one", "RFC 9111 §4.3.4")

  static func wholeAnswer(_ status: Int) -> CacheReason {
    CacheReason("replaced: \(status) came in answer to the question", "RFC 9111 §4.3.3")
  }
}
