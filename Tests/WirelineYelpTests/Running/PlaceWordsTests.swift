import Testing

@testable import WirelineYelp

@Suite struct PlaceWordsTests {
  private let words = PlaceWords { $0 == "France" }

  @Test(
    arguments: [
      (["New", "York"], "New York"), (["san", "francisco"], "san francisco"),
      (["Paris,", "France"], "Paris, France"), (["Paris", ",", "FR"], "Paris , FR"),
      (["Paris", "France"], "Paris France"), (["Portland", "OR"], "Portland OR"),
      (["Frankfurt", "am", "Main"], "Frankfurt am Main"),
      (["Rio", "de", "Janeiro"], "Rio de Janeiro"), (["Rome", "New", "York"], "New York"),
      (["New", "York", "NY", "Rome"], "New York NY"), (["Panama", "City"], "Panama City"),
      (["10", "Downing", "Street"], "10 Downing Street"), (["Paris", "75001"], "Paris 75001"),
      (["-33.8", "151.2"], "-33.8 151.2"),
    ])
  func recognizesTheWordsOfOnePlace(operands: [String], place: String) {
    #expect(words.unquotedPlace(in: operands) == place)
  }

  @Test(
    arguments: [
      [], ["Paris"], ["New York"], ["Paris", "London"], ["Paris", "Rome", "Oslo"],
      ["New York", "Paris"], ["Paris, FR", "Rome, IT"], ["48.85,2.35", "1.5,2.5"],
      ["Paris, France", "Berlin, Germany"],
    ])
  func acceptsSeveralPlaces(operands: [String]) {
    #expect(words.unquotedPlace(in: operands) == nil)
  }
}
