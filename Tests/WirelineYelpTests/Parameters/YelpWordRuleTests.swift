import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpWordRuleTests {
  @Test(
    arguments: [
      (.businessOrders, "best_match", "best_match"), (.businessOrders, "best-match", "best_match"),
      (.businessOrders, "Review_Count", "review_count"), (.reviewOrders, "YELP-SORT", "yelp_sort"),
      (.directions, "DESC", "desc"), (.eventOrders, "time-start", "time_start"),
      (.matchThresholds, "Default", "default"),
      (.devicePlatforms, "mobile_generic", "mobile-generic"),
      (.devicePlatforms, "iOS", "ios"), (.locales, "en-us", "en_US"),
      (.locales, "fil_ph", "fil_PH"),
      (.eventCategories, "Food_And_Drink", "food-and-drink"),
      (.attributes, "gluten-free-offerings", "gluten_free_offerings"),
      (.transactions, "restaurant-reservation", "restaurant_reservation"),
    ] as [(YelpChoices, String, String)])
  func ignoresCase(choices: YelpChoices, text: String, sent: String) throws {
    #expect(try YelpRule.choice(choices).value(text, warn: { _ in }) == .text(sent))
  }

  @Test(
    arguments: [
      (.businessOrders, "ratng", "rating"), (.businessOrders, "best match", "best_match"),
      (.businessOrders, "Distanc", "distance"), (.reviewOrders, "yelpsort", "yelp_sort"),
      (.matchThresholds, "strikt", "strict"), (.locales, "en_USA", "en_US"),
      (.attributes, "hot_an_new", "hot_and_new"), (.businessOrders, "cheapest", nil),
      (.businessOrders, "xyz", nil), (.devicePlatforms, "windows", nil),
    ] as [(YelpChoices, String, String?)])
  func suggestsTheNearestWord(choices: YelpChoices, text: String, suggestion: String?) {
    let refusal = YelpRule.choice(choices).refusal(of: text)

    #expect(refusal?.text == "\"\(text)\" is not one of \(choices.words.joined(separator: ", "))")
    #expect(refusal?.suggestion == suggestion)
  }

  @Test func listsAllWords() {
    #expect(YelpChoices.locales.words.count == 42)
    #expect(YelpChoices.attributes.words.count == 18)
    #expect(YelpChoices.eventCategories.words.count == 13)
    for choices in [YelpChoices.locales, .attributes, .eventCategories] {
      #expect(Set(choices.words).count == choices.words.count)
    }
  }

  @Test(
    arguments: [
      ("deals", ["deals"]), (" deals , reservation ", ["deals", "reservation"]),
      ("deals,,Deals, DEALS", ["deals"]), (",hot-and-new,", ["hot_and_new"]),
    ])
  func removesDuplicates(text: String, words: [String]) throws {
    #expect(try YelpRule.choices(.attributes).value(text, warn: { _ in }) == .list(words))
  }

  @Test func reportsTheInvalidWord() {
    let rule = YelpRule.choices(.attributes)

    #expect(rule.refusal(of: "deals,dealz")?.suggestion == "deals")
    #expect(rule.refusal(of: " , ,")?.text == "empty")
    #expect(rule.refusal(of: "deals reservation")?.text.hasPrefix("\"deals reservation\"") == true)
  }

  @Test(
    arguments: [
      ("1", ["1"]), ("$$", ["2"]), ("$,$$$$", ["1", "4"]), ("2, $$ ,2", ["2"]),
      ("3,1", ["3", "1"]),
    ])
  func acceptsLevelsAndDollarSigns(text: String, levels: [String]) throws {
    #expect(try YelpRule.prices.value(text, warn: { _ in }) == .list(levels))
  }

  @Test(arguments: ["0", "5", "$$$$$", "€", "1-2", "$2", "01", "cheap"])
  func rejectsOtherPrices(text: String) {
    #expect(YelpRule.prices.refusal(of: text)?.text == "\"\(text)\" is not one of 1, 2, 3, 4")
  }

  @Test func limitsTheLengthOfText() throws {
    let rule = YelpRule.text(1...300)

    #expect(try rule.sent("é") == "é")
    #expect(try rule.sent(String(repeating: "é", count: 300)).count == 300)
    #expect(rule.refusal(of: "")?.text == "has 0 characters, expected 1…300")
    #expect(
      rule.refusal(of: String(repeating: "x", count: 301))?.text
        == "has 301 characters, expected 1…300")
    #expect(
      YelpRule.text(22...22).refusal(of: "short")?.text == "has 5 characters, expected 22")
  }

  @Test(
    arguments: [
      ("Lou's Café No. 1 & Bar", true), ("A+B @ 50% #1!", true), ("東京", true), ("Bi-Rite", true),
      ("a\"b", false), ("a;b", false), ("a\nb", false), ("a<b", false), ("🍕", false),
    ])
  func acceptsLettersAndSomeSymbols(text: String, isAccepted: Bool) {
    #expect((YelpRule.letters(1...64, "!#$%&+,./:?@'-").refusal(of: text) == nil) == isAccepted)
  }

  @Test func reportsTheInvalidCharacter() {
    #expect(
      YelpRule.letters(1...64, "'.()-").refusal(of: "San Luis <Obispo>")?.text
        == "\"<\" is not allowed, expected letters, digits, spaces and '.()-")
    #expect(
      YelpRule.letters(1...64, "'").refusal(of: String(repeating: "x", count: 65))?.text
        == "has 65 characters, expected 1…64")
  }

  @Test(arguments: zip(["US", "us", "fR"], ["US", "US", "FR"]))
  func acceptsTwoLetterCountryCodes(text: String, sent: String) throws {
    #expect(try YelpRule.country.sent(text) == sent)
  }

  @Test(arguments: ["", "U", "USA", "U1", "é", "ÉÉ", "U ", "@@", "[["])
  func rejectsOtherCountries(text: String) {
    #expect(
      YelpRule.country.refusal(of: text)?.text
        == "\"\(text)\" is not a two-letter country code such as US")
  }

  @Test(
    arguments: [
      ("+14155550100", "+14155550100"), ("+1 (415) 555-0100", "+14155550100"),
      ("+33 1.42.68/53.00", "+33142685300"), ("+1", "+1"),
      ("+1234567890123456789012345678901", "+1234567890123456789012345678901"),
    ])
  func removesSeparatorsFromPhoneNumbers(text: String, sent: String) throws {
    #expect(try YelpRule.phone.sent(text) == sent)
  }

  @Test(
    arguments: [
      ("4155550100", "+14155550100"), ("(415) 555-0100", "+14155550100"), ("0033142685300", nil),
      ("555-0100", nil), ("+", nil), ("", nil), ("+12345678901234567890123456789012", nil),
      ("+1415x", nil), ("1+415", nil), ("++1415", nil), ("+1415#2", nil), ("＋1415", nil),
      ("+١٢", nil), ("0199000000", nil), ("1234567890", nil), ("4151550100", nil), ("+0199", nil),
    ] as [(String, String?)])
  func rejectsOtherPhoneNumbers(text: String, suggestion: String?) {
    let refusal = YelpRule.phone.refusal(of: text)

    #expect(
      refusal?.text
        == "\"\(text)\" is not an international number such as +33142685300, "
        + "expected + and up to 31 digits")
    #expect(refusal?.suggestion == suggestion)
  }

  @Test func acceptsPairsOfNameAndValue() throws {
    let pairs = try YelpRule.pairs.value("a=b, skip=true,c=", warn: { _ in })

    #expect(pairs.text == "a=b,skip=true,c=")
    #expect(try YelpRule.pairs.sent("a=b=c") == "a=b=c")
    for text in ["a", "=b", "a=1,b"] {
      #expect(YelpRule.pairs.refusal(of: text)?.text.hasSuffix("is not name=value") == true)
    }
    #expect(YelpRule.pairs.refusal(of: " ,")?.text == "empty")
    #expect(YelpRule.pairs.refusal(of: "a=1,b=2,a=3")?.text == "duplicate name \"a\"")
  }
}
