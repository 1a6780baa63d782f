import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpIdentifierTests {
  @Test(
    arguments: [
      ("aB3_dE6-gH9iJ2kL5mN8oQ", "aB3_dE6-gH9iJ2kL5mN8oQ"),
      ("café-crème-paris", "café-crème-paris"),
      ("https://www.yelp.com/biz/bi-rite-san-francisco", "bi-rite-san-francisco"),
      ("https://www.yelp.com/biz/bi-rite?osq=ice+cream#reviews", "bi-rite"),
      ("http://m.yelp.com/biz/bi-rite/", "bi-rite"),
      ("https://fr.yelp.ca/biz/bi-rite/photos?tab=food", "bi-rite"),
      ("https://www.yelp.com/biz/caf%C3%A9-cr%c3%a8me", "café-crème"),
      ("https://www.yelp.com/biz/50%25-off", "50%-off"), ("https://www.yelp.com/biz/a+b", "a+b"),
      ("https://www.yelp.com/events/san-francisco-fair", "san-francisco-fair"),
      ("http-cafe", "http-cafe"), ("50%C3", "50%C3"), ("a..b", "a..b"), ("...", "..."),
    ])
  func acceptsAWordOrTheURLOfAPage(text: String, id: String) throws {
    #expect(try YelpRule.identifier.sent(text) == id)
  }

  @Test(
    arguments: [
      ".", "..", "a/b", "../x", "/", "a?b", "a#b", "a,b", "a b", " a", "a\n", "\u{7F}", "\0",
      "https://www.yelp.com/biz/", "https://www.yelp.com/biz", "https://www.yelp.com/biz?x=/biz/y",
      "https://www.yelp.com/biz/%2e%2E", "https://www.yelp.com/biz/%2E",
      "https://www.yelp.com/biz/a%2Fb",
      "https://www.yelp.com/biz/a%3Fb", "https://www.yelp.com/biz/a%00",
      "https://www.yelp.com/biz/%20",
      "https://www.yelp.com/biz/caf%E9", "https://www.yelp.com/search?find_desc=x",
      "www.yelp.com/biz/x",
    ])
  func rejectsOtherPathSegments(text: String) {
    #expect(YelpRule.identifier.refusal(of: text)?.text.hasSuffix("is not an id or alias") == true)
  }

  @Test func limitsTheLength() throws {
    #expect(try YelpRule.identifier.sent(String(repeating: "é", count: 255)).count == 255)
    #expect(YelpRule.identifier.refusal(of: String(repeating: "é", count: 256)) != nil)
    #expect(YelpRule.identifier.refusal(of: "") != nil)
  }

  @Test(
    arguments: [
      ("a", ["a"]), ("a, b ,a,,", ["a", "b"]), ("a,https://www.yelp.com/biz/b?c=d", ["a", "b"]),
    ])
  func removesDuplicates(text: String, ids: [String]) throws {
    #expect(try YelpRule.identifiers(1...20).value(text, warn: { _ in }) == .list(ids))
  }

  @Test func limitsTheNumberOfIds() throws {
    let rule = YelpRule.identifiers(1...20)
    let ids = (1...21).map(String.init)

    #expect(
      try rule.sent(ids.prefix(20).joined(separator: ",")) == ids.prefix(20).joined(separator: ","))
    #expect(rule.refusal(of: ids.joined(separator: ","))?.text == "has 21 ids, expected 1…20")
    #expect(rule.refusal(of: " ,")?.text == "empty")
    #expect(rule.refusal(of: "a,b/c")?.text == "\"b/c\" is not an id or alias")
  }

  /// An accepted identifier is always a single path segment.
  @Test func acceptsRandomText() throws {
    var random = SeededGenerator(seed: 53)
    let sample = Array("https://www.yelp.com/biz/%2e%2E%2Fcaf%C3%A9?a=/../b".utf8)
    let building = try YelpRequestBuilder()
    for _ in 0..<3000 {
      var query = YelpQuery(.business)
      let text = String(decoding: random.mutation(of: sample), as: UTF8.self)
      guard (try? query.set("id", text)) != nil, query.values["id"] != nil else { continue }
      let parts = building.request(query).url.path.split(
        separator: "/", omittingEmptySubsequences: false)
      #expect(parts.dropLast() == ["", "v3", "businesses"] && parts.last?.isEmpty == false)
      #expect(parts.last != "." && parts.last != "..", "\(text)")
    }
  }
}
