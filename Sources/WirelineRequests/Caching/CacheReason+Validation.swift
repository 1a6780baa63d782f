/// What an answer to a question of ours meant.
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
