import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpCategoryRuleTests {
  private func sent(_ rule: YelpRule, _ text: String) throws -> (String, warnings: [String]) {
    var warnings: [String] = []
    let value = try rule.value(text) { warnings.append($0) }
    return (value.text, warnings)
  }

  @Test(
    arguments: [
      ("sushi", "sushi"), ("SUSHI, Coffee & Tea", "sushi,coffee"),
      ("coffee,,coffee, Coffee", "coffee"),
      ("Beer, Wine & Spirits", "beer_and_wine"), ("American (New),bars", "newamerican,bars"),
    ])
  func acceptsAliasesAndTitles(text: String, aliases: String) throws {
    let (sent, warnings) = try sent(.categories, text)

    #expect(sent == aliases)
    #expect(warnings.isEmpty)
  }

  /// The API may know newer categories.
  @Test func sendsUnknownCategoriesWithAWarning() throws {
    let (sent, warnings) = try sent(.categories, "coffee,qqqqqqqq,Coffee")

    #expect(sent == "coffee,qqqqqqqq")
    #expect(warnings == ["unknown category \"qqqqqqqq\""])
  }

  @Test func rejectsMisspelledCategories() throws {
    let refusal = try #require(YelpRule.categories.refusal(of: "coffee,cofee"))

    #expect(refusal.text == "unknown category \"cofee\"" && refusal.suggestion == "coffee")
    // These may be newer than the list.
    #expect(YelpRule.categories.refusal(of: "boba,medspa,koreanbbq,sushi bar") == nil)
  }

  @Test func rejectsAnEmptyList() {
    #expect(YelpRule.categories.refusal(of: " , ,")?.text == "empty")
  }

  @Test func acceptsOneCategoryAsAPathSegment() throws {
    #expect(try sent(.category, "Coffee & Tea") == ("coffee", []))
    #expect(
      try sent(.category, "mexcan").warnings
        == ["unknown category \"mexcan\"; did you mean \"mexican\"?"])
    for text in ["..", "a/b", "no such thing", "bars,tapas"] {
      #expect(YelpRule.category.refusal(of: text)?.text == "\"\(text)\" is not an id or alias")
    }
  }
}
