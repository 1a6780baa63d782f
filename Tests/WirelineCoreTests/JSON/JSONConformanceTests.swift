import TestSupport
import Testing
import WirelineCore

/// Tables of valid and invalid texts, similar to the public JSONTestSuite.
@Suite struct JSONConformanceTests {
  @Test(arguments: JSONCase.accepted)
  func acceptsValidTexts(_ text: JSONCase) throws {
    let type = try text.bytes.withUnsafeBytes { try JSONScanner.validate($0) }

    #expect(try JSONView.parse(text.bytes).type == type)
    #expect(StrictJSON.isAcceptable(text.bytes))
  }

  @Test(arguments: JSONCase.rejected)
  func rejectsInvalidTexts(_ text: JSONCase) {
    #expect(throws: JSONSyntaxError.self) {
      try text.bytes.withUnsafeBytes { try JSONScanner.validate($0) }
    }
    #expect(throws: JSONSyntaxError.self) { try JSONView.parse(text.bytes) }
    #expect(!StrictJSON.isAcceptable(text.bytes))
  }

  /// Embeds the text in a record, to test `JSONObject` and the subscript.
  @Test(arguments: JSONCase.accepted)
  func acceptsValidFields(_ text: JSONCase) throws {
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
  func rejectsInvalidFields(_ text: JSONCase) {
    let record = Array("{\"a\":".utf8) + text.bytes + Array("}".utf8)
    // Some texts are valid inside an object, such as `1,"b":2`.
    guard !StrictJSON.isAcceptable(record) else { return }

    #expect(throws: JSONSyntaxError.self) { try JSONObject(record, names: JSONNames(["a"])) }
  }
}

/// A text of the conformance tables.
struct JSONCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  init(_ text: String) {
    // Quoted, so that control characters do not reach the terminal.
    name = text.debugDescription
    bytes = Array(text.utf8)
  }

  /// For bytes that are not UTF-8.
  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// `content` between quotes.
  init(_ name: String, content: [UInt8]) {
    self.init(name, [0x22] + content + [0x22])
  }

  var testDescription: String { name.count > 40 ? "\(name.prefix(40))…" : name }
}
