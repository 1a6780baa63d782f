/// Invented response bodies in the format of the API with unusual values: nulls, empty strings,
/// long numbers, names beyond ASCII and missing lists.
///
/// One file per group of endpoints. Each function returns the body of the response to a call.
enum YelpFixtures {
  /// Ids in the format of the API: 22 characters of `A-Z a-z 0-9 _ -`.
  static let ids = ["aB3_dE6-gH9iJ2kL5mN8oQ", "Zz0-Yy1_Xx2Ww3Vv4Uu5Tt"]
  static let idPair = ids.joined(separator: ",")

  /// A JSON array with the results of `make` for each index.
  static func list(_ places: Range<Int>, _ make: (Int) -> String) -> String {
    "[" + places.map(make).joined(separator: ", ") + "]"
  }

  /// A JSON array of these values.
  static func list(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

  static func quoted(_ text: String) -> String { StrictJSON.quoted(text) }

  static func photo(_ name: String, for call: YelpTestServer.ParsedCall) -> String {
    call.root + YelpTestServer.Desk.photoPath + name + ".png"
  }
}
