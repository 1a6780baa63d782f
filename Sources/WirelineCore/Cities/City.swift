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

  package init(id: Int64, name: String, country: String, latitude: String, longitude: String) {
    self.id = id
    self.name = name
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A city that a search found.
package struct CityMatch: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case name, country
  }

  package var city: City
  /// What of the city matched.
  package var kind: Kind
  /// Its place among the results, from 1.
  package var rank: Int
}
