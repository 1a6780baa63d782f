import Testing
import WirelineCore

@Suite struct JSONViewTests {
  private func view(_ text: String) throws -> JSONView {
    try JSONView.parse(Array(text.utf8))
  }

  static let strings: [(String, String)] = [
    (#""""#, ""), (#""a""#, "a"), (#" "é" "#, "é"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\uD83D\uDE00!""#, "😀!"), (#""a\u0000b""#, "a\u{0}b"),
    (#""北京 \uD834\udd1e 😀""#, "北京 𝄞 😀"), (#""\\u0041""#, "\\u0041"), (#""\uFFFF""#, "\u{FFFF}"),
  ]

  @Test(arguments: strings)
  func unescapesStrings(_ text: String, _ expected: String) throws {
    let view = try view(text)

    #expect(view.string == expected)
    #expect(view.unescapedBytes == Array(expected.utf8))
  }

  @Test func accessorsReturnNilForOtherTypes() throws {
    let views = try view(#"[null, true, 1, "true", [1], {"a": 1}]"#).elements

    #expect(views.map(\.type) == [.null, .boolean, .number, .string, .array, .object])
    #expect(views.map(\.boolean) == [nil, true, nil, nil, nil, nil])
    #expect(views.map(\.integer) == [nil, nil, 1, nil, nil, nil])
    #expect(views.map(\.double) == [nil, nil, 1, nil, nil, nil])
    #expect(views.map(\.string) == [nil, nil, nil, "true", nil, nil])
    #expect(views.map(\.unescapedBytes?.count) == [nil, nil, nil, 4, nil, nil])
    #expect(views.map(\.elements.count) == [0, 0, 0, 0, 1, 0])
    #expect(views.map { Array($0.fields).count } == [0, 0, 0, 0, 0, 1])
    #expect(views.map { $0["a"]?.integer } == [nil, nil, nil, nil, nil, 1])
  }

  @Test func elementsAreVerbatimWithoutSurroundingSpace() throws {
    let elements = try view(" [ 1.50 , [ 2 ] ,\n\"a b\" ] ").elements

    #expect(
      elements.map { String(decoding: $0.raw, as: UTF8.self) } == ["1.50", "[ 2 ]", "\"a b\""])
    #expect(elements[1].elements.first?.integer == 2)
  }

  @Test func fieldsAreInOrderWithDuplicates() throws {
    let fields = try view(#"{ "b":1, "\u0061" : {"c":2}, "b":null }"#).fields

    #expect(fields.map(\.key) == ["b", "a", "b"])
    #expect(fields.map(\.value.type) == [.number, .object, .null])
  }

  @Test func nestedElementsShareTheBytes() throws {
    let deep = try view(JSONCase.nested(512, "[", "", "]"))

    var view: JSONView? = deep
    var depth = 0
    while let next = view?.elements.first {
      view = next
      depth += 1
    }

    #expect(depth == 511)
    #expect(view?.raw.startIndex == 511)
  }
}
