import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The same cities in all supported formats.
@Suite struct CityFileFormatsTests {
  typealias City = CityFileReading.City

  private static let paris = City(
    id: 2_988_507, name: "Paris", country: "FR", latitude: "48.85341", longitude: "2.3488")
  private static let saoPaulo = City(
    id: 3_448_439, name: "São Paulo", country: "BR", latitude: "-23.5475", longitude: "-46.6361")

  static let formats: [(String, String)] = [
    (
      "array",
      #"""
      [{"country":"FR","name":"Paris","_id":2988507,"coord":{"lon":2.3488,"lat":48.85341}},
      {"country":"BR","name":"S\u00e3o Paulo","_id":3448439,
      "coord":{"lon":-46.6361,"lat":-23.5475}}]
      """#
    ),
    (
      "lines",
      #"""
      {"country":"FR","name":"Paris","_id":2988507,"coord":{"lon":2.3488,"lat":48.85341}}

      {"country":"BR","name":"São Paulo","_id":3448439,"coord":{"lon":-46.6361,"lat":-23.5475}}
      \#u{20}
      """#
    ),
    (
      "lines with CR LF, one broken",
      "{\"_id\":2988507,\"name\":\"Paris\",\"country\":\"FR\",\r\n"
        + " \"lat\":48.85341,\"lon\":2.3488}\r\n\r\n"
        + "{\"_id\":3448439,\"name\":\"São Paulo\",\"country\":\"BR\","
        + "\"lat\":-23.5475,\"lon\":-46.6361}\r\n"
    ),
    (
      "float and exponent ids, white space",
      #"""
       [ { "id" : 2988507.0 , "name" : "Paris" , "country" : "FR" ,
           "coord" : { "lon" : 2.3488 , "lat" : 48.85341 } } ,
         { "id" : 344.8439e4 , "name" : "São Paulo" , "country" : "BR" ,
           "coord" : { "lon" : -46.6361 , "lat" : -23.5475 } } ]
      """#
    ),
    (
      "flat numbers",
      #"""
      [{"id":2988507,"name":"Paris","country":"fr","lat":48.85341,"lng":2.3488},
       {"id":3448439,"name":"São Paulo","country":"bR","lat":-23.5475,"lng":-46.6361}]
      """#
    ),
    (
      "flat strings",
      #"""
      {"id":2988507,"name":"Paris","country":"FR","latitude":"48.85341","longitude":"2.3488"}
      {"id":3448439,"name":"São Paulo","country":"BR","lat":"-23.5475","lon":"-46.6361"}
      """#
    ),
    (
      "mixed",
      #"""
      [{"id":7,"_id":2988507,"name":"Paris","country":"FR","lat":1,"lng":1,
        "coord":{"latitude":"48.85341","lng":2.3488}},
       {"id":3448439,"_id":null,"name":"São Paulo","country":"\u0062r","coord":null,
        "lat":-23.5475,"longitude":-46.6361}]
      """#
    ),
  ]

  @Test(arguments: formats)
  func readsSameCitiesFromAllFormats(format: String, text: String) {
    for prefix in ["", "\u{FEFF}", "\u{FEFF} \r\n\t", "\n\n  "] {
      let reading = CityFileReading(prefix + text)

      #expect(reading.cities == [Self.paris, Self.saoPaulo], "\(format)")
      #expect(reading.error == nil && reading.rows == 2 && reading.badRows == 0, "\(format)")
    }
  }

  /// Ids from Python: `sha256("FR\nParis\n48.85341\n2.3488")`, the first 8 bytes, shifted by 11.
  @Test(
    arguments: [
      (#"{"name":"Paris","country":"FR","lat":"48.85341","lng":"2.3488"}"#, 5_711_780_411_349_759),
      (#"{"name":"Paris","country":"FR","lat":48.85341,"lng":2.3488}"#, 5_711_780_411_349_759),
      (#"{"lng":2.3488,"lat":48.85341,"name":"P\u0061ris","country":"FR"}"#, 5_711_780_411_349_759),
      (#"{"name":"Paris","lat":48.85341,"lon":2.3488,"id":null}"#, 5_547_734_241_289_218),
      // Country and digits unchanged.
      (#"{"name":"Paris","country":"fr","lat":48.8534100,"lng":2.3488}"#, 4_102_157_626_433_276),
      (
        #"{"name":"São Paulo","country":"BR","latitude":-23.5475,"longitude":-46.6361}"#,
        7_604_099_620_344_724
      ),
    ] as [(String, Int64)])
  func hashesFlatCityWithoutID(text: String, id: Int64) {
    #expect(CityFileReading(text).cities.map(\.id) == [id])
    #expect(CityFileReading("[\(text)]").cities.map(\.id) == [id])
  }

  /// Fields, expected additional fields, population.
  @Test(
    arguments: [
      ("", "", 0),
      (#""state":"CA","zip":[1, 2]"#, #""state":"CA","zip":[1,2]"#, 0),
      (
        #""a":1.50e+1 , "b" : { "c" : [ ] , "d" : " e " }"#, #""a":1.50e+1,"b":{"c":[],"d":" e "}"#,
        0
      ),
      (#""population":2138551,"z":null"#, #""population":2138551,"z":null"#, 2_138_551),
      (#""population":"2138551""#, #""population":"2138551""#, 2_138_551),
      (#""population":2.5e3"#, #""population":2.5e3"#, 2500),
      (#""population":2.5"#, #""population":2.5"#, 0),
      (#""population":-4"#, #""population":-4"#, 0),
      (#""population":"many""#, #""population":"many""#, 0),
      (#""population":null"#, #""population":null"#, 0),
      (#""population":99999999999999999999"#, #""population":99999999999999999999"#, 0),
      // The last field with a name counts, at its position.
      (#""a":1,"b":2,"a":3"#, #""b":2,"a":3"#, 0),
      (#""a":1,"b":2,"\u0061":3"#, #""b":2,"\u0061":3"#, 0),
      (#""population":1,"population":2"#, #""population":2"#, 2),
      // Fields that every record of `cities-find` may have.
      (#""rank":1,"a":2,"distance_km":3,"runner_up":{}"#, #""a":2"#, 0),
      // Names of equal length and first letter are distinct.
      (#""ab":1,"ac":2"#, #""ab":1,"ac":2"#, 0),
      ("\"\":1,\"\":2", "\"\":2", 0),
      (#""latitude":1,"lng":2,"id":3,"lon":4,"longitude":5,"lat":6"#, "", 0),
      (#""N\u0061me":1,"n\u0061me":"Paris""#, #""N\u0061me":1"#, 0),
    ])
  func preservesAdditionalFields(fields: String, more: String, population: Int64) {
    let comma = fields.isEmpty ? "" : ","
    let city = #""_id":1,"name":"Paris","coord":{"lat":1,"lon":2,"alt":3}"#
    for text in ["{\(city)\(comma)\(fields)}", "[{\(fields)\(comma)\(city)}]"] {
      let reading = CityFileReading(text)

      #expect(reading.cities.map(\.more) == [more])
      #expect(reading.cities.map(\.population) == [population])
    }
  }

  @Test(
    arguments: [
      (#""FR""#, "FR"), (#""fr""#, "FR"), (#""fR""#, "FR"), (#""\u0066r""#, "FR"), (#""f""#, "f"),
      (#""fra""#, "fra"), (#""f1""#, "f1"), (#""é""#, "é"), (#""France""#, "France"), ("\"\"", ""),
      ("null", ""), ("33", ""), ("{}", ""), (#""[]""#, "[]"), (#""@`""#, "@`"),
    ])
  func uppercasesTwoLetterCountries(value: String, country: String) {
    let reading = CityFileReading(
      #"[{"_id":1,"name":"a","country":\#(value),"coord":{"lat":1,"lon":2}}]"#)

    #expect(reading.cities.map(\.country) == [country])
  }

  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("-0", 0), ("1.0", 1), ("1e3", 1000), ("1.5E1", 15), ("120e-1", 12),
      ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9007199254740993.0", 9_007_199_254_740_993),
      ("999999999999999999", 999_999_999_999_999_999),
    ] as [(String, Int64)])
  func readsIDs(text: String, id: Int64) {
    let reading = CityFileReading(
      #"[{"id":\#(text),"name":"a","coord":{"lat":1,"lon":2}}]"#)

    #expect(reading.cities.map(\.id) == [id])
  }

  @Test(
    arguments: [
      ("90", "180"), ("-90", "-180"), ("90.000", "-180.0"), ("-0", "0.0"), ("9e1", "1.8e2"),
      ("89.99999999999999999999999", "179.9999999999999999999999"), ("1e-400", "0e999"),
    ])
  func preservesDigitsOfCoordinates(latitude: String, longitude: String) {
    for mark in ["", "\""] {
      let (lat, lon) = (mark + latitude + mark, mark + longitude + mark)
      let reading = CityFileReading(
        #"[{"_id":1,"name":"a","coord":{"lat":\#(lat),"lon":\#(lon)}}]"#)

      #expect(reading.cities.map(\.latitude) == [latitude])
      #expect(reading.cities.map(\.longitude) == [longitude])
    }
  }
}
