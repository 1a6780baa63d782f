/// The options of a search for cities.
struct CitySearchOptions: Sendable {
  enum Mode: Sendable, Equatable {
    /// Names that begin with the query, then cities of countries that match it.
    case prefix
    case exact
    /// Like `prefix`, then names that begin with the query if one or two typing errors are allowed.
    case fuzzy(Int)
  }

  enum Order: String, Sendable, CaseIterable {
    /// Within each kind of match: favourites, whole names, the largest cities, then by name.
    case rank
    /// The order of the names only.
    case name
  }

  var mode = Mode.prefix
  var order = Order.rank
  /// The countries to search; nil for all.
  var countries: CountryFilter?
  /// The ids of the cities to search; nil for all.
  var identifiers: Set<Int64>?
  var favorites: Set<Int64> = []
  /// The minimum population of cities to find; 0 for all.
  var minimumPopulation: Int32 = 0
  /// Whether cities that share name, country and region with another one nearby are left out,
  /// unless they are favourites.
  var isUnique = true
  var offset = 0
  var limit = 50

  func accepts(_ city: City) -> Bool {
    city.population >= minimumPopulation && identifiers?.contains(city.id) != false
      && Array(city.country.utf8).withUnsafeBytes { countries?.accepts($0) } != false
  }

  /// Whether to find a city, if its country is accepted.
  func accepts(_ city: CityIndex.City) -> Bool {
    guard city.population >= minimumPopulation,
      !city.isDuplicate || !isUnique || identifiers != nil || favorites.contains(city.id)
    else { return false }
    return identifiers?.contains(city.id) != false
  }
}
