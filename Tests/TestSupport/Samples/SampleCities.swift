/// A few real cities in the format of the public file, chosen for their names.
package enum SampleCities {
  package struct City: Sendable {
    package let id: Int
    package let name: String
    package let country: String
    /// In degrees.
    package let latitude: String
    package let longitude: String

    /// The object in the file.
    package var json: String {
      """
      {"country":\(StrictJSON.quoted(country)),"name":\(StrictJSON.quoted(name)),"_id":\(id),\
      "coord":{"lon":\(longitude),"lat":\(latitude)}}
      """
    }
  }

  /// A response of OpenWeather's API to Paris.
  package static let weather = """
    {"coord":{"lon":2.3488,"lat":48.8534},"name":"Paris","weather":[{"id":803,"main":"Clouds",\
    "description":"broken clouds","icon":"04d"}],"main":{"temp":11.2,"feels_like":10.6,\
    "pressure":1014,"humidity":84},"wind":{"speed":3.1},"cod":200}
    """

  package static let all = [
    (2_988_507, "Paris", "FR", "48.853409", "2.3488"),
    (4_717_560, "Paris", "US", "33.66", "-95.555513"),
    (2_988_506, "Parisot", "FR", "44.2647", "1.8575"),
    (2_643_743, "London", "GB", "51.50853", "-0.12574"),
    (6_058_560, "London", "CA", "42.983", "-81.233"),
    (2_643_736, "Londonderry", "GB", "54.9981", "-7.3093"),
    (3_448_439, "São Paulo", "BR", "-23.5475", "-46.6361"),
    (2_410_763, "Sao Tome", "ST", "0.33654", "6.72732"),
    (2_657_896, "Zürich", "CH", "47.366669", "8.55"),
    (2_954_172, "Augsburg", "DE", "48.371540", "10.89851"),
    (2_147_714, "Sydney", "AU", "-33.867851", "151.207321"),
    (2_158_177, "Melbourne", "AU", "-37.813999", "144.963318"),
    (3_067_696, "Praha", "CZ", "50.088039", "14.42076"),
    (5_128_581, "New York", "US", "40.714272", "-74.005966"),
    (1_850_147, "東京", "JP", "35.6895", "139.69171"),
    (524_901, "Москва", "RU", "55.752220", "37.615555"),
  ].map { City(id: $0.0, name: $0.1, country: $0.2, latitude: $0.3, longitude: $0.4) }

  /// The whole array, one city per line.
  package static let file = array(all)

  package static func array(_ cities: [City]) -> String {
    "[" + cities.map(\.json).joined(separator: ",\n") + "]\n"
  }

  /// An array of `count` cities with different names in one country.
  package static func array(count: Int) -> String {
    array(
      (1...max(1, count)).prefix(count).map {
        City(
          id: $0, name: "Town \($0)", country: "XT", latitude: "\($0 % 90).5",
          longitude: "\($0 % 180).25")
      })
  }
}
