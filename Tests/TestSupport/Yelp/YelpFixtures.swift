/// What the stand-in answers: all invented, in the shapes of the API, with what makes a careless
/// reader stumble: nulls, empty texts, long digits, names beyond ASCII, lists that are not there.
///
/// One file for each group of endpoints; every function takes the call and gives the body.
enum YelpFixtures {
  /// Ids as the API makes them: 22 of `A-Z a-z 0-9 _ -`.
  static let ids = ["aB3_dE6-gH9iJ2kL5mN8oQ", "Zz0-Yy1_Xx2Ww3Vv4Uu5Tt"]
  static let idPair = ids.joined(separator: ",")

  /// A JSON array of what `make` makes of each place in the range.
  static func list(_ places: Range<Int>, _ make: (Int) -> String) -> String {
    "[" + places.map(make).joined(separator: ", ") + "]"
  }

  /// A JSON array of what is there already.
  static func list(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

  static func quoted(_ text: String) -> String { StrictJSON.quoted(text) }

  static func photo(_ name: String, for question: YelpStandIn.Question) -> String {
    question.root + YelpStandIn.Desk.photoPath + name + ".png"
  }
}
