import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpSchemaTests {
  @Test(
    arguments: [
      (
        #"{"categories":[{},{"alias":3}]}"#, "/categories/1/alias",
        "expected a string, found number"
      ),
      (#"{"categories":[null]}"#, "/categories/0", "expected an object, found null"),
      (#"{"categories":{"0":{}}}"#, "/categories", "expected an array, found object"),
      (#"{"transactions":["x",null]}"#, "/transactions/1", "expected a string, found null"),
      (#"{"photos":{}}"#, "/photos", "expected an array, found object"),
      (
        #"{"location":{"display_address":[{}]}}"#, "/location/display_address/0",
        "expected a string, found object"
      ),
      (
        #"{"hours":[{"open":[{"day":"1"}]}]}"#, "/hours/0/open/0/day",
        "expected a number, found string"
      ),
      (
        #"{"business_hours":[{"open":1}]}"#, "/business_hours/0/open",
        "expected an array, found number"
      ),
      (
        #"{"specialHours":[{"is_closed":0}]}"#, "/specialHours/0/is_closed",
        "expected a boolean, found number"
      ),
      (#"{"special_hours":{}}"#, "/special_hours", "expected an array, found object"),
      (#"{"review_count":1.5}"#, "/review_count", "expected a whole number of 64 bits"),
      (#"{"review_count":1e30}"#, "/review_count", "expected a whole number of 64 bits"),
      (#"{"rating":1e999}"#, "/rating", "the number is too large"),
      (
        #"{"coordinates":{"latitude":"1"}}"#, "/coordinates/latitude",
        "expected a number, found string"
      ),
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
