import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpNumberRuleTests {
  @Test(arguments: zip(["1", "50", "007"], ["1", "50", "7"]))
  func acceptsWholeNumbersInRange(text: String, sent: String) throws {
    #expect(try YelpRule.whole(1...50).sent(text) == sent)
  }

  @Test(
    arguments: [
      "0", "51", "-1", "+1", "1.0", "1.5", "1e1", " 1", "1 ", "one", "NaN", "inf", "0x1", "١", "１",
      "99999999999999999999999999", "-0", ".",
    ])
  func rejectsOtherNumbers(text: String) {
    #expect(
      YelpRule.whole(1...50).refusal(of: text)?.text
        == "\"\(text)\" is not a whole number in 1…50")
  }

  /// Digits that the API accepts are sent unchanged.
  @Test(
    arguments: [
      ("37.78", "37.78"), ("90", "90"), ("-90", "-90"), ("90.0", "90.0"), ("0", "0"), ("-0", "-0"),
      ("-0.0", "-0.0"), ("48.85341000000000001", "48.85341000000000001"), ("+1.5", "1.5"),
      (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("007.50", "7.5"), ("1e1", "10"),
      ("1E-2", "0.01"),
      ("-1e-9", "0"), ("-1.5e0", "-1.5"), ("9e1", "90"), ("1e-400", "0"),
    ])
  func keepsTheDigitsOfDegrees(text: String, sent: String) throws {
    #expect(try YelpRule.degrees(90).value(text, warn: { _ in }) == .number(sent))
  }

  @Test(
    arguments: [
      "90.0001", "-90.0001", "91", "1e2", "NaN", "nan", "inf", "-inf", "infinity", "", " 1", "1 ",
      "1,5", "48°", "0x1p1", "1_0", "--1", "++1", "+-1", "-+1", "+", "-", ".", "e", "1e", "1e999",
      "N",
      "٤",
    ])
  func rejectsOtherDegrees(text: String) {
    #expect(
      YelpRule.degrees(90).refusal(of: text)?.text == "\"\(text)\" is not in -90…90 degrees")
  }

  @Test func acceptsLongitudesUpTo180() throws {
    let rule = YelpRule.degrees(180)

    #expect(try rule.sent("180") == "180")
    #expect(try rule.sent("-1e2") == "-100")
    #expect(rule.refusal(of: "180.0001")?.text == "\"180.0001\" is not in -180…180 degrees")
  }

  @Test(
    arguments: [
      ("1", "1"), ("800", "800"), ("800m", "800"), ("40000", "40000"), ("40km", "40000"),
      ("5km", "5000"), ("0.5km", "500"), (".5km", "500"), ("1.5", "2"), ("1mi", "1609"),
      ("24.8mi", "39912"), ("0.5", "1"), ("007", "7"), ("40000.4", "40000"),
    ])
  func convertsDistancesToMetres(text: String, sent: String) throws {
    #expect(try YelpRule.metres(1...40_000).value(text, warn: { _ in }) == .number(sent))
  }

  @Test func warnsOfAFewMetresWithoutAUnit() throws {
    var warnings: [String] = []
    for text in ["5", "99", "5m", "5km", "100"] {
      _ = try YelpRule.metres(1...40_000).value(text) { warnings.append($0) }
    }

    #expect(
      warnings == [
        "\"5\" is a distance of 5 m; kilometres are written 5km",
        "\"99\" is a distance of 99 m; kilometres are written 99km",
      ])
  }

  @Test(arguments: ["40001", "0", "0.4", "25mi", "40.1km", "0km", "99999999999999999999", "0.0m"])
  func rejectsDistancesOutOfRange(text: String) {
    #expect(
      YelpRule.metres(1...40_000).refusal(of: text)?.text
        == "\"\(text)\" is not in 1…40000 metres")
  }

  @Test(
    arguments: [
      "", "m", "km", "1e2", "+1.5", "-0", "-5", "NaN", "inf", "5 km", "5KM", "5ft", "5kmm", "1.2.3",
      ".", "1,5km", "５km", "5m5", "0x5", " 5",
    ])
  func rejectsOtherDistances(text: String) {
    #expect(
      YelpRule.metres(1...40_000).refusal(of: text)?.text
        == "\"\(text)\" is not a distance such as 800, 800m, 5km or 3mi")
  }

  @Test(
    arguments: zip(
      ["true", "1", "yes", "false", "0", "no"], [true, true, true, false, false, false]))
  func acceptsThreeFormsOfFlags(text: String, flag: Bool) throws {
    #expect(try YelpRule.flag.value(text, warn: { _ in }) == .flag(flag))
  }

  @Test(arguments: ["", "2", "-1", "on", "yes ", "truee", "01"])
  func rejectsOtherFlags(text: String) {
    #expect(YelpRule.flag.refusal(of: text)?.text == "\"\(text)\" is neither true nor false")
  }

  /// Accepted text is always sent as a valid number.
  @Test func acceptsRandomText() throws {
    var random = SeededGenerator(seed: 52)
    let samples = ["-122.41889950001861", "1e-5", "40.2km", "25mi", "2147483647"].map {
      Array($0.utf8)
    }
    for round in 0..<4000 {
      let bytes = random.mutation(of: samples[round % samples.count])
      let text = String(decoding: bytes, as: UTF8.self)
      for rule in [YelpRule.degrees(180), .metres(1...40_000), .whole(0...1000), .moment] {
        guard let value = try? rule.value(text, warn: { _ in }) else { continue }
        let number = try JSONView.parse(Array(value.text.utf8)).double
        #expect(number.map { abs($0) <= 2_147_483_647 } == true, "\(text): \(value)")
      }
    }
  }
}
