import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpSchemaTests {
  @Test(
    arguments: [
      (#"{"transactions":["x",null]}"#, "/transactions/1", "expected a string, found null"),
      (
        #"{"specialHours":[{"is_closed":0}]}"#, "/specialHours/0/is_closed",
        "expected a boolean, found number"
      ),
      (#"{"review_count":1.5}"#, "/review_count", "expected a whole number of 64 bits"),
      (#"{"review_count":1e30}"#, "/review_count", "expected a whole number of 64 bits"),
      (#"{"rating":1e999}"#, "/rating", "the number is too large"),
    ])
  func reportsThePathOfTheWrongField(text: String, path: String, reason: String) throws {
    let error = #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(text, .business, path: "/businesses/2")
    }

    #expect(error == .decode(path: "/businesses/2" + path, reason: reason))
  }

  @Test func checksTheLastOfDuplicateFields() throws {
    _ = try YelpSamples.object(#"{"name":1,"name":"x","id":1,"id":null}"#, .business)
    #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"name":"x","name":1}"#, .business)
    }
  }
}
