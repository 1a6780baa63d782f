import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpSchemaTests {
  private static let values: [(text: String, type: JSONType)] = [
    ("null", .null), ("true", .boolean), ("2", .number), (#""x""#, .string), ("[]", .array),
    ("{}", .object),
  ]

  @Test(arguments: YelpSchemaSample.all)
  func checksTheTypeOfEveryField(sample: YelpSchemaSample) throws {
    for field in try JSONView.parse(Array(sample.sample.utf8)).fields {
      for value in Self.values {
        let view = try sample.sample(with: value.text, for: field.key)
        let isAccepted =
          value.type == .null || value.type == field.value.type
          || sample.untyped.contains(field.key)
          || YelpSchemaSample.times.contains(field.key) && value.type == .number

        #expect(
          fault(of: sample, view, path: "/list/0")
            == (isAccepted
              ? nil
              : .decode(
                path: "/list/0/\(field.key)",
                reason: "expected \(Self.name(field.value.type)), found \(value.type)")))
      }
    }
  }

  @Test(arguments: YelpSchemaSample.all)
  func acceptsAnEmptyObject(sample: YelpSchemaSample) throws {
    #expect(fault(of: sample, try JSONView.parse(Array("{}".utf8)), path: "") == nil)
  }

  @Test(arguments: YelpSchemaSample.all)
  func ignoresUnknownFields(sample: YelpSchemaSample) throws {
    let text = #"{"is_from_the_future":[{}],"":1,"# + sample.sample.dropFirst()

    #expect(fault(of: sample, try JSONView.parse(Array(text.utf8)), path: "") == nil)
  }

  @Test(arguments: YelpSchemaSample.all)
  func rejectsValuesOtherThanObjects(sample: YelpSchemaSample) throws {
    for value in Self.values where value.type != .object {
      #expect(
        fault(of: sample, try JSONView.parse(Array(value.text.utf8)), path: "/at")
          == .decode(path: "/at", reason: "expected an object, found \(value.type)"))
    }
  }

  @Test(arguments: YelpSchemaSample.all)
  func reportsAPointerForAnyDamagedObject(sample: YelpSchemaSample) {
    var generator = SeededGenerator(seed: 7)
    let text = Array(sample.sample.utf8)
    for _ in 0..<300 {
      guard let view = try? JSONView.parse(generator.mutation(of: text)) else { continue }
      if case .decode(let path, _)? = fault(of: sample, view, path: "") {
        #expect(path.isEmpty || path.hasPrefix("/"))
      }
    }
  }

  @Test(
    arguments: [
      (
        #"{"categories":[{},{"alias":3}]}"#, "/categories/1/alias",
        "expected a string, found number"
      ),
      (#"{"categories":[null]}"#, "/categories/0", "expected an object, found null"),
      (#"{"categories":{"0":{}}}"#, "/categories", "expected an array, found object"),
      (#"{"transactions":["x",null]}"#, "/transactions/1", "expected a string, found null"),
      (#"{"photos":["x",null,"",1]}"#, "/photos/3", "expected a string, found number"),
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

  /// RFC 6901 §3.
  @Test func escapesSlashesInAPath() {
    let error = #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"metrics":{"a/b~c":"1"}}"#, .metrics)
    }

    #expect(
      error == .decode(path: "/metrics/a~1b~0c", reason: "expected a number, found string"))
  }

  @Test func rejectsTheChatResponseOfTheDeveloperKit() {
    let error = #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"chat_id":"c","response":"text"}"#, .chat)
    }

    #expect(error == .decode(path: "/response", reason: "expected an object, found string"))
  }

  @Test func ignoresTheReplacedFieldOnlyIfTheOtherIsPresent() throws {
    _ = try YelpSamples.object(
      #"{"hours":[],"business_hours":1,"special_hours":[],"specialHours":1}"#, .business)
    #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"hours":null,"business_hours":1}"#, .business)
    }
  }

  @Test func checksTheLastOfDuplicateFields() throws {
    _ = try YelpSamples.object(#"{"name":1,"name":"x","id":1,"id":null}"#, .business)
    #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"name":"x","name":1}"#, .business)
    }
  }

  private static func name(_ type: JSONType) -> String {
    (type == .array || type == .object ? "an " : "a ") + type.rawValue
  }

  private func fault(of sample: YelpSchemaSample, _ view: JSONView, path: String)
    -> YelpValidationError?
  {
    do throws(YelpValidationError) {
      try sample.schema.check(view, path: path)
      return nil
    } catch {
      return error
    }
  }
}
