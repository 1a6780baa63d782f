/// The reason for a decision of the cache, for `--cache-explain`.
package struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// In lower case: `fresh: max-age=60, age 12 s`.
  package let text: String
  /// The rule, such as `RFC 9111 §4.2`, or an option.
  package let source: String

  init(_ text: String, from source: String) {
    self.text = text
    self.source = source
  }

  package var description: String { "\(text) (\(source))" }

  func prefixed(by text: String, from source: String) -> CacheReason {
    CacheReason("\(text); \(self.text)", from: "\(source), \(self.source)")
  }
}

extension CacheReason {
  static func method(_ name: String) -> Self {
    Self("bypassed: method \(name), the cache serves only GET and HEAD", from: "RFC 9111 §4")
  }

  static let requestBody = Self(
    "bypassed: the request has content, which is not part of the key", from: "RFC 9110 §9.3.1")

  static func conditional(_ field: String) -> Self {
    Self("bypassed: the request has its own \(field)", from: "RFC 9111 §4.3.2")
  }

  static let range = Self("bypassed: range request", from: "RFC 9111 §3.3")
  static let requestNoStore = Self("bypassed: no-store in the request", from: "RFC 9111 §5.2.1.5")

  static let nothingStored = Self("miss: nothing is stored", from: "RFC 9111 §4")

  static func variant(_ names: [String]) -> Self {
    let list = names.joined(separator: ", ")
    return Self("miss: stored for different request fields, Vary: \(list)", from: "RFC 9111 §4.1")
  }

  static func fresh(_ freshness: ResponseFreshness) -> Self {
    Self("fresh: \(freshness.lifetime), age \(freshness.age) s", from: freshness.lifetime.source)
  }

  static func immutable(_ freshness: ResponseFreshness) -> Self {
    Self("fresh: immutable, \(freshness.lifetime), age \(freshness.age) s", from: "RFC 8246 §2")
  }

  static func maxStale(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    let bound = limit == DeltaSeconds.maximum ? "max-stale" : "max-stale=\(limit)"
    return Self(
      "stale by \(freshness.staleness) s, allowed: \(bound), age \(freshness.age) s",
      from: "RFC 9111 §5.2.1.2")
  }

  static func whileRevalidating(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "stale by \(freshness.staleness) s, allowed: stale-while-revalidate=\(limit)",
      from: "RFC 5861 §3")
  }

  static func disconnected(_ freshness: ResponseFreshness) -> Self {
    Self("stale by \(freshness.staleness) s, allowed: offline", from: "RFC 9111 §4.2.4")
  }

  static func ifError(_ freshness: ResponseFreshness, _ limit: Int, isOption: Bool) -> Self {
    Self(
      "stale by \(freshness.staleness) s, allowed on an error: stale-if-error=\(limit)",
      from: isOption ? "--stale-if-error" : "RFC 5861 §4")
  }

  static let refresh = Self("revalidation: refresh requested", from: "--refresh")
  static let requestNoCache = Self(
    "revalidation: no-cache in the request", from: "RFC 9111 §5.2.1.4")
  static let responseNoCache = Self(
    "revalidation: no-cache in the response", from: "RFC 9111 §5.2.2.4")

  static func maxAge(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "revalidation: age \(freshness.age) s, the request has max-age=\(limit)",
      from: "RFC 9111 §5.2.1.1")
  }

  static func minFresh(_ freshness: ResponseFreshness, _ limit: Int) -> Self {
    Self(
      "revalidation: fresh for another \(freshness.left) s, the request has min-fresh=\(limit)",
      from: "RFC 9111 §5.2.1.3")
  }

  static func mustRevalidate(_ freshness: ResponseFreshness) -> Self {
    Self(
      "revalidation: stale by \(freshness.staleness) s, must-revalidate", from: "RFC 9111 §5.2.2.2")
  }

  static func stale(_ freshness: ResponseFreshness) -> Self {
    Self("stale: \(freshness.lifetime), age \(freshness.age) s", from: "RFC 9111 §4.2.4")
  }

  func becomingOffline() -> Self { prefixed(by: "unavailable: offline", from: "--offline") }

  func becomingOnlyIfCached() -> Self {
    prefixed(by: "unavailable: only-if-cached in the request", from: "RFC 9111 §5.2.1.7")
  }
}

extension CacheReason {
  static let notModified = Self(
    "revalidated: 304, the stored head is updated", from: "RFC 9111 §4.3.4")
  static let weaklyConfirmed = Self(
    "revalidated: 304 with another strong validator, the stored head is unchanged",
    from: "RFC 9111 §4.3.4")
}
