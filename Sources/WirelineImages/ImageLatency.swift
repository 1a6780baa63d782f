/// How often a resource changes, as its user sees it: which of the two tiers of a
/// run's memory keeps it.
package enum ImageLatency: String, Sendable, CaseIterable {
  /// Often updated, the default.
  case high
  /// Hardly ever.
  case low
}
