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
  func prefixed(_ text: String, _ source: String) -> CacheReason {
    CacheReason("\(text); \(self.text)", "\(source), \(self.source)")
  }
}

/// Reasons for using a stored response or not.
extension CacheReason {
  // MARK: Bypassed

  static func method(_ name: String) -> Self {
    Self("bypassed: the method is \(name), only GET and HEAD are answered", "RFC 9111 §4")
  }

  static let requestBody = Self(
    "bypassed: the request has content, which is no part of the key", "RFC 9110 §9.3.1")

  static func conditional(_ field: String) -> Self {
    Self("bypassed: the request has a \(field) of its own", "RFC 9111 §4.3.2")
  }

  static let range = Self("bypassed: the request asks for a range", "RFC 9111 §3.3")
  static let requestNoStore = Self("bypassed: no-store in the request", "RFC 9111 §5.2.1.5")

  // MARK: Misses

  static let nothingStored = Self("miss: nothing is stored", "RFC 9111 §4")

  static func variant(_ names: [String]) -> Self {
    let list = names.joined(separator: ", ")
    return Self("miss: stored for other request fields, Vary: \(list)", "RFC 9111 §4.1")
  }

  // MARK: Used

  static func fresh(_ freshness: ResponseFreshness) -> Self {
    Self("fresh: \(freshness.lifetime), age \(freshness.age) s", freshness.lifetime.source)
  }

  static func immutable(_ freshness: ResponseFreshness) -> Self {
    Self("fresh: immutable, \(freshness.lifetime), age \(freshness.age) s", "RFC 8246 §2")
  }

  static func maxStale(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    let bound = limit == DeltaSeconds.maximum ? "max-stale" : "max-stale=\(limit)"
    return Self(
      "stale by \(freshness.staleness) s, allowed: \(bound), age \(freshness.age) s",
      "RFC 9111 §5.2.1.2")
  }

  static func whileRevalidating(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "stale by \(freshness.staleness) s, allowed: stale-while-revalidate=\(limit)",
      "RFC 5861 §3")
  }

  static func disconnected(_ freshness: ResponseFreshness) -> Self {
    Self("stale by \(freshness.staleness) s, allowed: offline", "RFC 9111 §4.2.4")
  }

  static func ifError(_ freshness: ResponseFreshness, _ limit: Int, isOwn: Bool) -> Self {
    Self(
      "stale by \(freshness.staleness) s, allowed on an error: stale-if-error=\(limit)",
      isOwn ? "--stale-if-error" : "RFC 5861 §4")
  }

  // MARK: Revalidated

  static let refresh = Self("asked again: a refresh is wanted", "--refresh")
  static let requestNoCache = Self("asked again: no-cache in the request", "RFC 9111 §5.2.1.4")
  static let responseNoCache = Self("asked again: no-cache in the response", "RFC 9111 §5.2.2.4")

  static func maxAge(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "asked again: age \(freshness.age) s, the request wants max-age=\(limit)",
      "RFC 9111 §5.2.1.1")
  }

  static func minFresh(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "asked again: fresh for \(freshness.left) s more, the request wants min-fresh=\(limit)",
      "RFC 9111 §5.2.1.3")
  }

  static func mustRevalidate(_ freshness: ResponseFreshness) -> Self {
    Self("asked again: stale by \(freshness.staleness) s, must-revalidate", "RFC 9111 §5.2.2.2")
  }

  static func stale(_ freshness: ResponseFreshness) -> Self {
    Self("stale: \(freshness.lifetime), age \(freshness.age) s", "RFC 9111 §4.2.4")
  }

  // MARK: Unavailable

  func becomingOffline() -> Self { prefixed("not to be had: offline", "--offline") }

  func becomingOnlyIfCached() -> Self {
    prefixed("not to be had: only-if-cached in the request", "RFC 9111 §5.2.1.7")
  }
}

/// Reasons for storing a response or not.
extension CacheReason {
  static func stored(_ lifetime: FreshnessLifetime) -> Self {
    Self("stored: \(lifetime)", "RFC 9111 §3")
  }

  static let headAnswer = Self("not stored: an answer to HEAD has no content", "RFC 9110 §9.3.2")
  static let varyAny = Self("not stored: Vary: * matches no later request", "RFC 9111 §4.1")
  static let partial = Self("not stored: 206 is a part", "RFC 9111 §3.3")
  static let unaskedNotModified = Self(
    "not stored: 304 without a question of ours", "RFC 9111 §4.3.3")
  static let responseNoStore = Self("not stored: no-store in the response", "RFC 9111 §5.2.2.5")
  static let neverUsable = Self(
    "not stored: no-cache, and no validator to ask with", "RFC 9111 §5.2.2.4")

  static func interim(_ status: Int) -> Self {
    Self("not stored: \(status) is no final status", "RFC 9111 §3")
  }

  static func notUnderstood(_ status: Int) -> Self {
    Self("not stored: must-understand, and \(status) is not known here", "RFC 9111 §5.2.2.3")
  }

  static func noFreshness(_ status: Int) -> Self {
    Self("not stored: \(status) without a word of how long it is fresh", "RFC 9111 §3")
  }
}

/// Results of revalidations.
extension CacheReason {
  static let notModified = Self(
    "revalidated: 304, the stored head is brought up to date", "RFC 9111 §4.3.4")
  static let weaklyConfirmed = Self(
    "revalidated: 304 with another strong validator, the stored head stays", "RFC 9111 §4.3.4")
  static let otherValidator = Self(
    "miss: 304 about another response than the stored one", "RFC 9111 §4.3.4")

  static func wholeAnswer(_ status: Int) -> Self {
    Self("replaced: \(status) came in answer to the question", "RFC 9111 §4.3.3")
  }
}
