/// Why a response is stored, or is not.
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
