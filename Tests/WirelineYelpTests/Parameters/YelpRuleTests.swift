import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// The values that the rules accept or reject, and the values that are sent.
@Suite struct YelpRuleTests {
  private static let longPhone = "+1234567890123456789012345678901"

  static let accepted: [(YelpRule, KeyValuePairs<String, String>)] = [
    (.whole(1...50), ["1": "1", "50": "50", "007": "7"]),
    // Digits that the API accepts are sent unchanged.
    (
      .degrees(90),
      [
        "37.78": "37.78", "-90": "-90", "90.0": "90.0", "-0": "-0", "-0.0": "-0.0",
        "48.85341000000000001": "48.85341000000000001", "+1.5": "1.5",
      ]
    ),
    (.degrees(180), ["180": "180"]),
    (
      .metres(1...40_000),
      [
        "1": "1", "800m": "800", "40000": "40000", "40km": "40000", ".5km": "500", "1.5": "2",
        "1mi": "1609", "24.8mi": "39912", "0.5": "1", "007": "7", "40000.4": "40000",
      ]
    ),
    (
      .flag,
      [
        "true": "true", "1": "true", "yes": "true", "false": "false", "0": "false", "no": "false",
      ]
    ),
    // Case is ignored, and `-` matches `_`.
    (
      .choice(.businessOrders),
      ["best_match": "best_match", "best-match": "best_match", "Review_Count": "review_count"]
    ),
    (.choice(.devicePlatforms), ["mobile_generic": "mobile-generic", "iOS": "ios"]),
    (.choice(.locales), ["en-us": "en_US", "fil_ph": "fil_PH"]),
    (
      .choices(.attributes),
      [
        "deals": "deals", " deals , reservation ": "deals,reservation",
        "deals,,Deals, DEALS": "deals", ",hot-and-new,": "hot_and_new",
      ]
    ),
    (.prices, ["1": "1", "$$": "2", "$,$$$$": "1,4", "2, $$ ,2": "2", "3,1": "3,1"]),
    (.text(1...300), ["é": "é"]),
    (
      .letters(1...64, "!#$%&+,./:?@'-"),
      [
        "Lou's Café No. 1 & Bar": "Lou's Café No. 1 & Bar", "A+B @ 50% #1!": "A+B @ 50% #1!",
        "東京": "東京",
      ]
    ),
    (.country, ["US": "US", "us": "US", "fR": "FR"]),
    (
      .phone,
      [
        "+14155550100": "+14155550100", "+1 (415) 555-0100": "+14155550100",
        "+33 1.42.68/53.00": "+33142685300", "+1": "+1", longPhone: longPhone,
      ]
    ),
    (
      .moment,
      [
        "0": "0", "1798135200": "1798135200", "2026-12-24": "1798070400",
        "2026-12-24T18:00:00Z": "1798135200", "2026-12-24 18:00": "1798135200",
        "2026-12-24T19:00:00+01:00": "1798135200", "2024-02-29": "1709164800",
        "2038-01-19T03:14:07Z": "2147483647", "1970-01-01": "0",
      ]
    ),
    (.date, ["2024-02-29": "2024-02-29", "2000-02-29": "2000-02-29", "2026-12-31": "2026-12-31"]),
    (.timeOfDay, ["00:00": "00:00", "18:30": "18:30", "23:59": "23:59"]),
    (.month, ["202611": "202611", "2026-11": "202611", "202601": "202601"]),
    (
      .identifier,
      [
        "aB3_dE6-gH9iJ2kL5mN8oQ": "aB3_dE6-gH9iJ2kL5mN8oQ", "café-crème-paris": "café-crème-paris",
        "https://www.yelp.com/biz/bi-rite?osq=ice+cream#reviews": "bi-rite",
        "http://m.yelp.com/biz/bi-rite/": "bi-rite",
        "https://fr.yelp.ca/biz/bi-rite/photos?tab=food": "bi-rite",
        "https://www.yelp.com/biz/caf%C3%A9-cr%c3%a8me": "café-crème",
        "https://www.yelp.com/biz/50%25-off": "50%-off", "https://www.yelp.com/biz/a+b": "a+b",
        "https://www.yelp.com/events/san-francisco-fair": "san-francisco-fair",
        "http-cafe": "http-cafe", "50%C3": "50%C3", "a..b": "a..b", "...": "...",
      ]
    ),
    (
      .identifiers(1...20),
      ["a": "a", "a, b ,a,,": "a,b", "a,https://www.yelp.com/biz/b?c=d": "a,b"]
    ),
    (.pairs, ["a=b, skip=true,c=": "a=b,skip=true,c=", "a=b=c": "a=b=c"]),
    (
      .categories,
      [
        "sushi": "sushi", "SUSHI, Coffee & Tea": "sushi,coffee", "coffee,,coffee, Coffee": "coffee",
        "Beer, Wine & Spirits": "beer_and_wine", "American (New),bars": "newamerican,bars",
      ]
    ),
    (.category, ["Coffee & Tea": "coffee"]),
  ]

  @Test(arguments: accepted)
  func accepts(rule: YelpRule, texts: KeyValuePairs<String, String>) throws {
    for (text, sent) in texts { #expect(try rule.sent(text) == sent, "\(text)") }
  }

  /// The message follows the quoted text, decoded if it is a URL.
  static let refused: [(YelpRule, String, [String])] = [
    (
      .whole(1...50), "is not a whole number in 1…50",
      [
        "0", "51", "-1", "+1", "1.0", "1e1", " 1", "1 ", "one", "NaN", "0x1", "١", "１",
        "99999999999999999999999999", "-0", ".",
      ]
    ),
    (
      .degrees(90), "is not in -90…90 degrees",
      [
        "90.0001", "-90.0001", "1e1", ".5", "5.", "007", "NaN", "nan", "inf", "-inf", "infinity",
        "", " 1", "1 ", "1\n", "1\r", "1\r\n",
        "1,5", "48°", "0x1p1", "1_0", "--1", "+-1", "+", "-", ".", "e", "1e", "1e999", "N", "٤",
      ]
    ),
    (.degrees(180), "is not in -180…180 degrees", ["180.0001"]),
    (
      .metres(1...40_000), "is not in 1…40000 metres",
      ["40001", "0", "0.4", "25mi", "40.1km", "0km", "99999999999999999999", "0.0m"]
    ),
    (
      .metres(1...40_000), "is not a distance such as 800, 800m, 5km or 3mi",
      [
        "", "m", "km", "1e2", "+1.5", "-0", "-5", "NaN", "inf", "5 km", "5KM", "5ft", "5kmm",
        "1.2.3", ".", "1,5km", "５km", "5m5", "0x5", " 5",
      ]
    ),
    (.flag, "is neither true nor false", ["", "2", "-1", "on", "yes ", "truee", "01"]),
    (.prices, "is not one of 1, 2, 3, 4", ["0", "5", "$$$$$", "€", "1-2", "$2", "01", "cheap"]),
    (
      .country, "is not a two-letter country code such as US",
      ["", "U", "USA", "U1", "é", "ÉÉ", "U ", "@@", "[["]
    ),
    // The API responds to a larger `open_at` than 2147483647 with status 500.
    (
      .moment, "is neither seconds since 1970 nor a time such as 2026-12-24T18:00:00Z",
      [
        "", "-1", "2147483648", "2038-01-19T03:14:08Z", "1969-12-31T23:59:59Z", "2025-02-29",
        "2026-12-24T24:00", "tomorrow", "1.5", "+1", "1e9", "NaN", "99999999999999999999", "18:00",
      ]
    ),
    (
      .date, "is not a date such as 2026-12-24",
      [
        "", "2025-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-12-00",
        "26-12-24", "2026-1-24", "2026/12/24", "20261224", "2026-12-24T", "2026-12-24T18:00",
        " 2026-12-24", "２026-12-2",
      ]
    ),
    (
      .timeOfDay, "is not a time such as 18:30",
      [
        "", "24:00", "23:60", "9:30", "18.30", "1830", "18:30:00", "-1:30", "6pm", "18:30Z", "1é:0",
      ]
    ),
    (
      .month, "is not a year and month such as 202611",
      [
        "", "202513", "202500", "2025-1", "20251", "2025", "2025011", "2025-11-01", "-202511",
        "202511-", "2-02511", "20251-1", "2025/11", "2025 11", "-2511", "２０25",
      ]
    ),
    (
      .identifier, "is not an id or alias",
      [
        "", ".", "..", "a/b", "../x", "/", "a?b", "a#b", "a,b", "a b", " a", "a\n", "\u{7F}", "\0",
        "https://www.yelp.com/biz/", "https://www.yelp.com/biz?x=/biz/y",
        "https://www.yelp.com/biz/%2e%2E", "https://www.yelp.com/biz/%2E",
        "https://www.yelp.com/biz/a%2Fb", "https://www.yelp.com/biz/a%3Fb",
        "https://www.yelp.com/biz/%20", "https://www.yelp.com/biz/a%00",
        "https://www.yelp.com/biz/caf%E9",
        "https://www.yelp.com/search?find_desc=x", "www.yelp.com/biz/x",
        String(repeating: "é", count: 256),
      ]
    ),
    (.pairs, "is not name=value", ["a", "=b"]),
  ]

  @Test(arguments: refused)
  func refuses(rule: YelpRule, message: String, texts: [String]) {
    for text in texts {
      #expect(rule.refusal(of: text)?.text.hasSuffix("\" " + message) == true, "\(text)")
    }
  }

  @Test(
    arguments: [
      (.text(1...300), "", "has 0 characters, expected 1…300"),
      (.text(1...2), "abc", "has 3 characters, expected 1…2"),
      (.text(22...22), "short", "has 5 characters, expected 22"),
      (
        .letters(1...64, "'.()-"), "San Luis <Obispo>",
        "\"<\" is not allowed, expected letters, digits, spaces and '.()-"
      ),
      (.letters(1...2, "'"), "abc", "has 3 characters, expected 1…2"),
      (.choices(.attributes), " , ,", "empty"), (.identifiers(1...20), " ,", "empty"),
      (.identifiers(1...2), "a,b,c", "has 3 ids, expected 1…2"),
      (.identifiers(1...20), "a,b/c", "\"b/c\" is not an id or alias"), (.pairs, " ,", "empty"),
      (.pairs, "a=1,b=2,a=3", "duplicate name \"a\""), (.categories, " , ,", "empty"),
      (.category, "no such thing", "\"no such thing\" is not an id or alias"),
    ] as [(YelpRule, String, String)])
  func explains(rule: YelpRule, text: String, message: String) {
    #expect(rule.refusal(of: text)?.text == message)
  }

  @Test(
    arguments: [
      (.choice(.businessOrders), "ratng", "rating"),
      (.choice(.businessOrders), "best match", "best_match"),
      (.choice(.locales), "en_USA", "en_US"), (.choice(.businessOrders), "cheapest", nil),
      (.choices(.attributes), "deals,dealz", "deals"), (.phone, "4155550100", "+14155550100"),
      (.phone, "(415) 555-0100", "+14155550100"), (.phone, "0033142685300", nil),
      (.phone, "", nil), (.phone, "+12345678901234567890123456789012", nil),
      (.phone, "+1415x", nil),
      (.phone, "1+415", nil), (.phone, "＋1415", nil), (.phone, "+١٢", nil),
      (.phone, "1234567890", nil), (.phone, "4151550100", nil), (.phone, "+0199", nil),
      (.categories, "coffee,cofee", "coffee"), (.moment, "20261224", "2026-12-24"),
    ] as [(YelpRule, String, String?)])
  func suggestsTheNearestValue(rule: YelpRule, text: String, suggestion: String?) throws {
    #expect(try #require(rule.refusal(of: text)).suggestion == suggestion)
  }

  @Test(
    arguments: [
      (.metres(1...40_000), "99", "\"99\" is a distance of 99 m; kilometres are written 99km"),
      // The API may know newer categories.
      (.categories, "coffee,qqqqqqqq,Coffee", "unknown category \"qqqqqqqq\""),
      (.category, "mexcan", "unknown category \"mexcan\"; did you mean \"mexican\"?"),
    ] as [(YelpRule, String, String)])
  func warns(rule: YelpRule, text: String, warning: String) throws {
    var warnings: [String] = []
    _ = try rule.value(text) { warnings.append($0) }
    #expect(warnings == [warning])
  }

  /// Accepted text is always sent as a valid number.
  @Test func sendsValidNumbersForRandomText() throws {
    let samples = ["-122.41889950001861", "1e-5", "40.2km", "25mi", "2147483647"]
    for text in samples.flatMap({ SeededGenerator.texts(like: $0, count: 400) }) {
      for rule in [YelpRule.degrees(180), .metres(1...40_000), .whole(0...1000), .moment] {
        guard let value = try? rule.value(text, warn: { _ in }) else { continue }
        let number = try JSONView.parse(Array(value.text.utf8)).double
        #expect(number.map { abs($0) <= 2_147_483_647 } == true, "\(text): \(value)")
      }
    }
  }

  /// An accepted identifier is always a single path segment.
  @Test func sendsOnePathSegmentForRandomText() throws {
    let building = try YelpRequestBuilder()
    for text in SeededGenerator.texts(like: "https://www.yelp.com/biz/%2e%2E%2Fcaf%C3%A9?a=/../b") {
      var query = YelpQuery(.business)
      guard (try? query.set("id", text)) != nil, query.values["id"] != nil else { continue }
      let parts = building.request(query).url.path.split(
        separator: "/", omittingEmptySubsequences: false)
      #expect(parts.dropLast() == ["", "v3", "businesses"] && parts.last?.isEmpty == false)
      #expect(parts.last != "." && parts.last != "..", "\(text)")
    }
  }
}
