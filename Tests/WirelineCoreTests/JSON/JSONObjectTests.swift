import TestSupport
import Testing
import WirelineCore

@Suite struct JSONObjectTests {
  private let names = JSONNames(["id", "name", "", "a\"b", "é", "\\u0069d"])

  private func object(_ text: String) throws -> JSONObject {
    try JSONObject(Array(text.utf8), names: names)
  }

  @Test func findsOnlyListedFields() throws {
    let object = try object(#"{"x":{"id":7},"id":1,"ids":2,"i":3,"name":"n","nam":[{"name":0}]}"#)

    #expect(object[0]?.integer == 1)
    #expect(object[1]?.string == "n")
    #expect(object[2] == nil)
  }

  @Test func usesLastOfDuplicateFields() throws {
    let object = try object(#"{"id":1,"id":"two","id":3.0}"#)

    #expect(object[0]?.raw.elementsEqual("3.0".utf8) == true)
    #expect(object.view["id"]?.integer == 3)
  }

  @Test func comparesUnescapedNames() throws {
    let object = try object(#"{"\u0069d":1,"\u006e\u0061me":2,"a\"b":3,"\u00e9":4,"":5}"#)

    #expect(object[0]?.integer == 1)
    #expect(object[1]?.integer == 2)
    #expect(object[3]?.integer == 3)
    #expect(object[4]?.integer == 4)
    #expect(object[2]?.integer == 5)
    #expect(object[5] == nil, "the name itself contains a backslash")
  }

  @Test func depthIncludesTheObject() throws {
    let most = JSONCase.nested(511, "[", "", "]")
    #expect(try object("{\"id\":\(most)}")[0]?.type == .array)

    let error = #expect(throws: JSONSyntaxError.self) { try object("{\"id\":[\(most)]}") }
    #expect(error == JSONSyntaxError(offset: 517, reason: .tooDeep))
  }

  @Test func distinguishesManyNames() throws {
    let many = (0..<300).map { "name_\($0)" } + (0..<100).map { String(repeating: "x", count: $0) }
    let names = JSONNames(many)
    let text = "{" + many.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"

    let object = try JSONObject(Array(text.utf8), names: names)

    for index in many.indices { #expect(object[index]?.integer == index) }
    #expect(many.indices.allSatisfy { names.index(of: many[$0]) == $0 })
    #expect(names.index(of: "name_300") == nil)
  }

  @Test(arguments: 1...4)
  func acceptsExactlyValidObjects(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<1000 {
      let text = generator.damage(Array(generator.text().prefix(120)))
      let isObject = StrictJSON.isAcceptable(text) && text.first { $0 > 0x20 } == 0x7B
      guard ((try? JSONObject(text, names: names)) != nil) != isObject else { continue }
      Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }
}

@Suite struct JSONNamesTests {
  @Test func usesFirstOfDuplicateNames() throws {
    let object = try JSONObject(Array("{\"a\":1}".utf8), names: JSONNames(["a", "a"]))

    #expect(object[0]?.integer == 1)
    #expect(object[1] == nil)
  }
}

extension JSONNames {
  fileprivate func index(of name: String) -> Int? {
    Array(name.utf8).withUnsafeBytes { index(of: $0) }
  }
}
