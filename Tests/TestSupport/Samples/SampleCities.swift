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

  package static let all: [City] = [
    City(id: 2_988_507, name: "Paris", country: "FR", latitude: "48.853409", longitude: "2.3488"),
    City(id: 4_717_560, name: "Paris", country: "US", latitude: "33.66", longitude: "-95.555513"),
    City(id: 2_988_506, name: "Parisot", country: "FR", latitude: "44.2647", longitude: "1.8575"),
    City(id: 2_643_743, name: "London", country: "GB", latitude: "51.50853", longitude: "-0.12574"),
    City(id: 6_058_560, name: "London", country: "CA", latitude: "42.983", longitude: "-81.233"),
    City(
      id: 2_643_736, name: "Londonderry", country: "GB", latitude: "54.9981", longitude: "-7.3093"),
    City(
      id: 3_448_439, name: "São Paulo", country: "BR", latitude: "-23.5475", longitude: "-46.6361"),
    City(id: 2_410_763, name: "Sao Tome", country: "ST", latitude: "0.33654", longitude: "6.72732"),
    City(id: 2_657_896, name: "Zürich", country: "CH", latitude: "47.366669", longitude: "8.55"),
    City(
      id: 2_954_172, name: "Augsburg", country: "DE", latitude: "48.371540", longitude: "10.89851"),
    City(
      id: 2_147_714, name: "Sydney", country: "AU", latitude: "-33.867851",
      longitude: "151.207321"),
    City(
      id: 2_158_177, name: "Melbourne", country: "AU", latitude: "-37.813999",
      longitude: "144.963318"),
    City(id: 3_067_696, name: "Praha", country: "CZ", latitude: "50.088039", longitude: "14.42076"),
    City(
      id: 5_128_581, name: "New York", country: "US", latitude: "40.714272", longitude: "-74.005966"
    ),
    City(id: 1_850_147, name: "東京", country: "JP", latitude: "35.6895", longitude: "139.69171"),
    City(id: 524_901, name: "Москва", country: "RU", latitude: "55.752220", longitude: "37.615555"),
  ]

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
