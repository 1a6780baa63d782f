import Testing
import WirelineCore

/// RFC 8259 as tables, in the spirit of the public JSONTestSuite.
@Suite struct JSONConformanceTests {
  @Test func tablesAreLarge() {
    #expect(JSONCase.accepted.count >= 90)
    #expect(JSONCase.rejected.count >= 180)
  }

  @Test(arguments: JSONCase.accepted)
  func accepted(_ text: JSONCase) throws {
    let type = try text.bytes.withUnsafeBytes { try JSONScanner.validate($0) }

    #expect(try JSONView.parse(text.bytes).type == type)
    #expect(SlowJSONValidator.accepts(text.bytes))
  }

  @Test(arguments: JSONCase.rejected)
  func rejected(_ text: JSONCase) {
    #expect(throws: JSONSyntaxError.self) {
      try text.bytes.withUnsafeBytes { try JSONScanner.validate($0) }
    }
    #expect(throws: JSONSyntaxError.self) { try JSONView.parse(text.bytes) }
    #expect(!SlowJSONValidator.accepts(text.bytes))
  }

  /// The same text inside a record goes through `JSONObject` and the subscript.
  @Test(arguments: JSONCase.accepted)
  func acceptedAsMember(_ text: JSONCase) throws {
    let field = try text.bytes.withUnsafeBytes { _ in try JSONView.parse(text.bytes) }
    let record = Array("{\"a\":".utf8) + text.bytes + Array(",\"b\":0}".utf8)
    guard field.raw.count < 1000 || field.type != .array && field.type != .object else { return }

    let object = try JSONObject(record, names: JSONNames(["a", "b"]))

    #expect(object[0]?.raw.elementsEqual(field.raw) == true)
    #expect(object[0]?.type == field.type)
    #expect(object[1]?.integer == 0)
    #expect(object.view["a"]?.raw.elementsEqual(field.raw) == true)
  }

  @Test(arguments: JSONCase.rejected)
  func rejectedAsMember(_ text: JSONCase) {
    let record = Array("{\"a\":".utf8) + text.bytes + Array("}".utf8)
    // Some of them are right inside of an object: `1,"b":2` is not here, `{}` after `{` is.
    guard !SlowJSONValidator.accepts(record) else { return }

    #expect(throws: JSONSyntaxError.self) { try JSONObject(record, names: JSONNames(["a"])) }
  }
}
