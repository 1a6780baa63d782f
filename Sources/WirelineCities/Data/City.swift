/// A city of the city database.
package struct City: Sendable, Equatable {
  /// The source's own number; unique.
  package var id: Int64
  package var name: String
  /// As the source has it: ISO 3166-1 alpha-2, upper case, as a rule.
  package var country: String
  /// Degrees, with the digits of the source.
  package var latitude: String
  package var longitude: String
  /// Further members that the source had, as JSON without the braces:
  /// `"state":"TX","population":2304580`; empty for none.
  package var more: String

  package init(
    id: Int64, name: String, country: String, latitude: String, longitude: String,
    more: String = ""
  ) {
    self.id = id
    self.name = name
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.more = more
  }
}

/// A city that a search found.
package struct CityMatch: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The name, or another name of the city, begins with the query.
    case name
    /// A word in the name does.
    case word
    case country
    /// The name begins with something like the query.
    case fuzzy
    /// It is close to a place.
    case near
    /// It was asked for by its id, or is one of the favourites, or was drawn.
    case id
  }

  package var city: City
  /// What of the city matched.
  package var kind: Kind
  /// Its place among the results, from 1.
  package var rank: Int
  /// From the place that was asked for; nil where none was.
  package var kilometres: Double?

  package init(city: City, kind: Kind, rank: Int, kilometres: Double? = nil) {
    self.city = city
    self.kind = kind
    self.rank = rank
    self.kilometres = kilometres
  }
}
