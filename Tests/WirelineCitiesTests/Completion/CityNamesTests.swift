import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct CityNamesTests {
  private func words(_ typed: String, _ names: [(String, String)]) -> [WordList.Word] {
    let cities = names.map {
      City(id: 1, name: $0.0, country: $0.1, latitude: "0", longitude: "0", more: "")
    }
    return CityNames(cities, typed: typed).words
  }

  @Test func aNameIsThereOnceWithItsCountries() {
    let cities = [("Paris", "FR"), ("Paris", "US"), ("Paris", "US"), ("Parma", "IT")]

    #expect(
      words("par", cities) == [
        .init("Paris", "France, United States"), .init("Parma", "Italy"),
      ])
  }

  /// A shell replaces the typed text by the common prefix.
  @Test(arguments: [
    ("sao", ["São Paulo", "Sao Tome"], ["sao Paulo", "sao Tome"]),
    ("sã", ["São Paulo"], ["São Paulo"]), ("lod", ["Łódź"], ["Łódź"]),
    ("new y", ["New York", "New Yorkshire"], ["New York", "New Yorkshire"]),
    ("strasse", ["Straße", "Strassen"], ["strasse", "strassen"]), ("par", ["Roma"], []),
  ])
  func noLetterThatWasTypedIsLost(typed: String, names: [String], offered: [String]) {
    #expect(words(typed, names.map { ($0, "") }).map(\.text) == offered)
  }

  /// An accent is intended, unless no name has it.
  @Test(arguments: [
    ("mün", ["München", "Münster"]), ("mun", ["munchen", "municipio", "munster"]),
    ("mùn", ["mùnchen", "mùnicipio", "mùnster"]),
  ])
  func prefersNamesWithTheTypedAccents(typed: String, offered: [String]) {
    let names = ["München", "Municipio", "Münster"]
    #expect(words(typed, names.map { ($0, "") }).map(\.text) == offered)
  }

  /// Omitted words do not change the common prefix.
  @Test func ofManyThereAreTheFirstAndTheLast() {
    let names = (1000...1999).map { ("Town \($0)", "XX") } + [("Tower", "XX")]
    let offered = words("to", names).map(\.text)

    #expect(offered.count == CityNames.maximumNames)
    #expect((offered.first, offered.last) == ("Town 1000", "Tower"))
  }
}
