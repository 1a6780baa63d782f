/// What the `Cache-Control` fields of a message say to a private cache, RFC
/// 9111 §5.2; unknown directives are ignored (§5.2.3), as are those that speak
/// to shared caches only (`s-maxage`, `proxy-revalidate`).
package struct CacheControl: Sendable, Equatable {
  /// What `no-cache` is about.
  package enum Scope: Sendable, Equatable {
    case response
    /// Only these fields (§5.2.2.4), as written.
    case fields([String])
  }

  /// The field is there, whatever it holds.
  package private(set) var isPresent = false
  /// §5.2.1.5, §5.2.2.5.
  package private(set) var noStore = false
  /// §5.2.1.4, §5.2.2.4.
  package private(set) var noCache: Scope?
  /// Seconds, §5.2.1.1, §5.2.2.1; 0 for what is no number, as "caches are
  /// encouraged to consider responses that have invalid freshness information
  /// … to be stale" (§4.2.1).
  package private(set) var maxAge: Int?
  /// Seconds, §5.2.1.2; `DeltaSeconds.maximum` where it has no argument.
  package private(set) var maxStale: Int?
  /// Seconds, §5.2.1.3; the maximum for what is no number.
  package private(set) var minFresh: Int?
  /// §5.2.1.7.
  package private(set) var onlyIfCached = false
  /// §5.2.2.2.
  package private(set) var mustRevalidate = false
  /// §5.2.2.3.
  package private(set) var mustUnderstand = false
  /// §5.2.2.9.
  package private(set) var isPublic = false
  /// §5.2.2.7, with field names or without.
  package private(set) var isPrivate = false
  /// RFC 8246 §2.
  package private(set) var isImmutable = false
  /// Seconds, RFC 5861 §3; nil for what is no number: it permits nothing.
  package private(set) var staleWhileRevalidate: Int?
  /// Seconds, RFC 5861 §4; nil for what is no number.
  package private(set) var staleIfError: Int?

  /// - Parameter values: every value of the field in a message, in order.
  package init(_ values: [String]) {
    isPresent = !values.isEmpty
    for directive in CacheDirective.parse(values) { apply(directive) }
  }

  package init(response: HeaderFields) { self.init(response.values(of: "Cache-Control")) }

  /// `Pragma: no-cache` counts where there is no `Cache-Control` (§5.4).
  package init(request: HeaderFields) {
    self.init(request.values(of: "Cache-Control"))
    guard !isPresent else { return }
    let pragma = CacheDirective.parse(request.values(of: "Pragma"))
    if pragma.contains(where: { $0.name == "no-cache" }) { noCache = .response }
  }

  private mutating func apply(_ directive: CacheDirective) {
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": applyNoCache(directive.fieldNames)
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "only-if-cached": onlyIfCached = true
    case "public": isPublic = isPublic || !directive.isMalformed
    case "private": isPrivate = true
    case "immutable": isImmutable = isImmutable || !directive.isMalformed
    default: applySeconds(directive)
    }
  }

  /// §4.2.1: of several values, "either the first occurrence should be used or
  /// the response should be considered stale": the first.
  private mutating func applySeconds(_ directive: CacheDirective) {
    switch directive.name {
    case "max-age": maxAge = maxAge ?? directive.seconds ?? 0
    case "min-fresh": minFresh = minFresh ?? directive.seconds ?? DeltaSeconds.maximum
    case "max-stale":
      let anything = directive.argument == nil ? DeltaSeconds.maximum : 0
      maxStale = maxStale ?? directive.seconds ?? anything
    case "stale-while-revalidate":
      staleWhileRevalidate = staleWhileRevalidate ?? directive.seconds
    case "stale-if-error": staleIfError = staleIfError ?? directive.seconds
    default: break
    }
  }

  /// The form without names forbids more, and wins.
  private mutating func applyNoCache(_ names: [String]?) {
    guard let names, noCache != .response else { return noCache = .response }
    if case .fields(let before) = noCache {
      noCache = .fields(before + names)
    } else {
      noCache = .fields(names)
    }
  }
}
