import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpResponseTests {
  @Test(arguments: YelpResponseSample.all) func keepsObjectsUnchanged(sample: YelpResponseSample)
    throws
  {
    let response = try YelpResponse(sample.endpoint, body: sample.bytes)

    #expect(response.results.map { String(decoding: $0.raw, as: UTF8.self) } == sample.results)
    #expect(response.total == sample.total)
    #expect(response.endpoint == sample.endpoint)
  }

  @Test(arguments: YelpEndpoint.allCases) func rejectsBodiesOtherThanObjects(endpoint: YelpEndpoint)
  {
    #expect(error(endpoint, "[]") == .decode(path: "", reason: "expected an object, found array"))
    #expect(error(endpoint, "null") == .decode(path: "", reason: "expected an object, found null"))
    for body in ["", " ", "<html>", "{", "{}}", "{\"a\":1,}", "\u{FEFF}{}"] {
      guard case .decode("", _) = error(endpoint, body) else {
        Issue.record("\(body) is taken")
        continue
      }
    }
  }

  @Test(arguments: YelpEndpoint.allCases) func reportsTheFieldThatIsNotAList(endpoint: YelpEndpoint)
  {
    guard case .lists(let names) = endpoint.results, let name = names.first else { return }
    let path = "/\(name)"

    if names.count == 1 {
      #expect(error(endpoint, "{}") == .decode(path: path, reason: "missing"))
      #expect(error(endpoint, #"{"Total":1}"#) == .decode(path: path, reason: "missing"))
    }
    for (list, found) in [("{}", "object"), ("null", "null"), ("\"\"", "string"), ("0", "number")] {
      #expect(
        error(endpoint, #"{"\#(name)":\#(list)}"#)
          == .decode(path: path, reason: "expected an array, found \(found)"))
    }
    #expect(
      error(endpoint, #"{"\#(name)":[{},"x"]}"#)
        == .decode(path: path + "/1", reason: "expected an object, found string"))
    #expect(
      (try? YelpResponse(endpoint, body: Array(#"{"\#(name)":[]}"#.utf8)))?.results.isEmpty == true)
  }

  @Test(
    arguments: [
      (.search, #"{"businesses":[{},{"rating":"4"}]}"#, "/businesses/1/rating"),
      (
        .phone, #"{"businesses":[{"categories":[{},{"alias":1}]}]}"#,
        "/businesses/0/categories/1/alias"
      ),
      (.transactions, #"{"businesses":[{"location":"x"}]}"#, "/businesses/0/location"),
      (
        .match, #"{"businesses":[{"coordinates":{"latitude":"1"}}]}"#,
        "/businesses/0/coordinates/latitude"
      ),
      (.business, #"{"photos":"a"}"#, "/photos"),
      (.business, #"{"hours":[{"open":[{"day":0.5}]}]}"#, "/hours/0/open/0/day"),
      (.reviews, #"{"reviews":[{"user":[]}]}"#, "/reviews/0/user"),
      (.autocomplete, #"{"terms":[{"text":1}]}"#, "/terms/0/text"),
      (.autocomplete, #"{"businesses":[{"id":1}]}"#, "/businesses/0/id"),
      (.autocomplete, #"{"categories":[{"title":1}]}"#, "/categories/0/title"),
      (.autocomplete, #"{"terms":null}"#, "/terms"), (.event, #"{"is_free":"no"}"#, "/is_free"),
      (.events, #"{"events":[{"time_start":true}]}"#, "/events/0/time_start"),
      (.featuredEvent, #"{"attending_count":1.5}"#, "/attending_count"),
      (.categories, #"{"categories":[{"parent_aliases":"x"}]}"#, "/categories/0/parent_aliases"),
      (.category, #"{"category":{"alias":1}}"#, "/category/alias"), (.category, "{}", "/category"),
      (.category, #"{"category":[]}"#, "/category"),
      (.category, #"{"category":null}"#, "/category"),
      (.chat, #"{"entities":[{"businesses":[{"id":1}]}]}"#, "/entities/0/businesses/0/id"),
      (.chat, #"{"response":"text"}"#, "/response"),
      (.engagement, #"{"data":[{"metrics":"x"}]}"#, "/data/0/metrics"),
      (.insights, #"{"insights":[{"metrics":[]}]}"#, "/insights/0/metrics"),
      (.serviceOfferings, #"{"service_offerings":[{"url":1}]}"#, "/service_offerings/0/url"),
      (.reviewHighlights, #"{"highlights":[{"rating":"5"}]}"#, "/highlights/0/rating"),
      (.jobs, #"{"jobs":[{"id":1}]}"#, "/jobs/0/id"),
      (
        .openings, #"{"reservation_times":[{"times":[{"credit_card_required":0}]}]}"#,
        "/reservation_times/0/times/0/credit_card_required"
      ),
    ] as [(YelpEndpoint, String, String)])
  func reportsThePathOfAWrongType(endpoint: YelpEndpoint, body: String, path: String) {
    guard case .decode(path, _) = error(endpoint, body) else {
      Issue.record("\(String(describing: error(endpoint, body)))")
      return
    }
  }

  @Test(
    arguments: [
      ("{}", 0), (#"{"terms":[]}"#, 0), (#"{"businesses":[{"id":"b"}]}"#, 1),
      (#"{"categories":[{}],"terms":[{},{}]}"#, 3),
    ])
  func acceptsCompletionsWithoutSomeLists(body: String, count: Int) throws {
    #expect(try YelpResponse(.autocomplete, body: Array(body.utf8)).results.count == count)
  }

  @Test(
    arguments: [
      ("7", 7), ("7.0", 7), ("0", 0), ("null", nil), ("\"7\"", nil), ("1.5", nil), ("1e99", nil),
      ("[]", nil),
    ] as [(String, Int?)])
  func readsWholeTotalsOnly(text: String, total: Int?) throws {
    let body = #"{"total":\#(text),"businesses":[]}"#

    #expect(try YelpResponse(.search, body: Array(body.utf8)).total == total)
  }

  @Test(arguments: YelpResponseSample.all) func acceptsRandomBytes(sample: YelpResponseSample) {
    for bytes in SeededGenerator.inputs(like: sample.body, count: 300) {
      guard let response = try? YelpResponse(sample.endpoint, body: bytes) else { continue }
      #expect(response.results.allSatisfy { $0.type == .object })
      _ = YelpServiceError(response.root)
    }
  }

  private func error(_ endpoint: YelpEndpoint, _ body: String) -> YelpValidationError? {
    do throws(YelpValidationError) {
      _ = try YelpResponse(endpoint, body: Array(body.utf8))
      return nil
    } catch {
      return error
    }
  }
}
