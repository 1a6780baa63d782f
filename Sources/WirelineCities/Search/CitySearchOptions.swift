/// How cities are looked for.
package struct CitySearchOptions: Sendable {
  package enum Mode: Sendable, Equatable {
    /// Names that begin with the query, then countries whose code does.
    case prefix
    /// Names that are the query.
    case exact
    /// As `prefix`, then names with a word that begins with it.
    case word
    /// As `prefix`, then names that begin with something of so many typing
    /// errors: 1 or 2.
    case fuzzy(Int)
  }

  package var mode = Mode.prefix
  /// Only of these countries; nil for all.
  package var countries: CountryFilter?
  /// Only cities with these ids; nil for all.
  package var identifiers: Set<Int64>?
  /// Cities that are left out at the beginning.
  package var offset = 0
  /// Cities at most; 0 is no limit.
  package var limit = 50
  /// Whether an empty query finds all.
  package var emptyFindsAll = false

  package init() {}

  /// Whether a city that was asked for by its id is wanted.
  package func accepts(_ city: City) -> Bool {
    if let identifiers, !identifiers.contains(city.id) { return false }
    guard let countries else { return true }
    return Array(city.country.utf8).withUnsafeBytes { countries.accepts($0) }
  }
}
