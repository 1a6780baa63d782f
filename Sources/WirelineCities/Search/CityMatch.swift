/// A city that a search found.
struct CityMatch: Sendable, Equatable {
  enum Kind: String, Sendable {
    /// The name begins with the query.
    case name
    /// Another name of the city begins with the query.
    case alias
    case country
    /// The name begins with something similar to the query.
    case fuzzy
    case near
    /// The city was requested by its id, or is a favourite.
    case id
  }

  var city: City
  var kind = Kind.id
  /// The name that begins with the query; nil if it is the main name, and for other searches.
  var matched: String?
  /// The position among the results, from 1.
  var rank = 1
  /// The distance from the requested point; nil for other searches.
  var kilometres: Double?
  var isFavorite = false
  /// Whether the city is a favourite that the data no longer contains.
  var isOrphan = false
}
