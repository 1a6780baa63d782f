import Testing

@testable import WirelineCore

@Suite struct ReferencePrefixTests {
  @Test(
    arguments: [
      ("p-", "7", #""p-7""#), ("p-", "1.50e3", #""p-1.50e3""#), ("p-", #""x""#, #""p-x""#),
      ("p-", #""""#, #""p-""#), ("", "7", #""7""#), ("", #""x""#, #""x""#),
      ("p-", #""\u00e9\"""#, #""p-\u00e9\"""#), ("p-", "true", #""p-true""#),
      ("p-", #"{"a":1}"#, #""p-{\"a\":1}""#), ("a\"\n", "1", #""a\"\n1""#), ("é/", "1", #""é/1""#),
    ] as [(String, String, String)])
  func convertsValuesToPrefixedStrings(prefix: String, value: String, ref: String) {
    let applied = ReferencePrefix(prefix).applied(to: Array(value.utf8)[...])

    #expect(String(decoding: applied, as: UTF8.self) == ref)
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    let ref: String
    var testDescription: String { text }

    init(_ text: String, _ ref: String) {
      self.text = text
      self.ref = ref
    }
  }

  /// The error record of an input without a ref has a line number as its ref, or a string that
  /// already has the prefix.
  @Test(arguments: [
    Line("plain", #""p-3""#),
    Line(#"{"id":"x"}"#, #""p-x""#),
    Line(#"{"ref":5}"#, #""p-5""#),
    Line(#"{"error":{"tool":"t","code":"dns"},"ref":9,"input":"plain"}"#, #""p-9""#),
    Line(#"{"error":{"tool":"t","code":"dns"},"ref":"p-9","input":"plain"}"#, #""p-9""#),
    Line(#"{"error":{"tool":"t","code":"dns"},"ref":"p-9","input":"{\"id\":9}"}"#, #""p-9""#),
    Line(#"{"error":{"tool":"t","code":"dns"},"ref":"p-9","input":"{\"a\":1}"}"#, #""p-9""#),
    Line(#"{"error":{"tool":"t","code":"dns"},"input":"plain"}"#, #""p-3""#),
  ])
  func prefixesEachRefOnce(line: Line) throws {
    var options = PipeOptions()
    options.referencePrefix = ReferencePrefix("p-")
    options.retried = .all
    options.form.isOriginalList = true
    let parser = ItemParser(tool: "t", names: [], options: options, acceptsPlainText: true)
    let input = InputLine(number: 3, bytes: Array(line.text.utf8))

    guard case .item(let item)? = parser.parse(input) else {
      Issue.record("not an item")
      return
    }

    #expect(String(decoding: item.ref, as: UTF8.self) == line.ref)
  }
}
