internal import WirelineCore
package import WirelineRequests

/// What an answer of the Yelp API says of the calls that are left: the
/// `RateLimit-…` fields. One that makes no sense is as good as absent.
///
/// Yelp, "Rate Limiting": <https://docs.developer.yelp.com/docs/places-rate-limiting>.
package struct YelpRateHeaders: Sendable, Equatable {
  /// Calls a day, 0 or more.
  package var dailyLimit: Int?
  /// Calls left today, 0 or more, when the server counted this one.
  package var remaining: Int?
  /// The same for the endpoint that was asked, where it has a limit of its own.
  package var resourceDailyLimit: Int?
  package var resourceRemaining: Int?
  /// When the calls are counted from the beginning, in seconds since 1970.
  package var resetAt: Int?

  package init(
    dailyLimit: Int? = nil, remaining: Int? = nil, resourceDailyLimit: Int? = nil,
    resourceRemaining: Int? = nil, resetAt: Int? = nil
  ) {
    self.dailyLimit = dailyLimit
    self.remaining = remaining
    self.resourceDailyLimit = resourceDailyLimit
    self.resourceRemaining = resourceRemaining
    self.resetAt = resetAt
  }

  package init(_ fields: HeaderFields) {
    dailyLimit = Self.count(fields["RateLimit-DailyLimit"])
    remaining = Self.count(fields["RateLimit-Remaining"])
    resourceDailyLimit = Self.count(fields["RateLimit-ResourceDailyLimit"])
    resourceRemaining = Self.count(fields["RateLimit-ResourceRemaining"])
    resetAt = fields["RateLimit-ResetTime"].flatMap { RFC3339.seconds($0.trimmingSpaces) }
  }

  /// The endpoint's own calls are used up, those of the key are not: other
  /// endpoints answer still.
  var isOnlyResourceSpent: Bool { resourceRemaining == 0 && remaining ?? 0 > 0 }

  /// No quota is larger; and what is added to it overflows nothing.
  static let largestCount = 1_000_000_000_000

  /// A number of calls; a fraction of one is none: `299.0` is 299.
  private static func count(_ value: String?) -> Int? {
    guard let text = value?.trimmingSpaces else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let count = Int(digits: whole), count <= largestCount else {
      return nil
    }
    return parts.count == 1 || Int(digits: parts[1]) != nil ? count : nil
  }
}
