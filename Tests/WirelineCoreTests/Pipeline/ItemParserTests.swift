import Testing

@testable import WirelineCore

@Suite struct ItemParserTests {
  private static func parser(
    plain: Bool = true, numbers: Bool = false, retrying: ErrorsToRetry = .none
  ) -> ItemParser {
    var options = RecordPipe.Options()
    options.form.acceptsNumbers = numbers
    options.retried = retrying
    return ItemParser(tool: "t", names: [], options: options, acceptsPlainText: plain)
  }

  private func parsed(_ line: String, _ parser: ItemParser = parser()) -> ItemParser.Parsed? {
    parser.parse(InputLine(number: 3, bytes: Array(line.utf8)))
  }

  /// The text of a plain item; nil for anything else.
  private func text(_ line: String, _ parser: ItemParser = parser()) -> String? {
    guard case .item(let item) = parsed(line, parser), item.object == nil else { return nil }
    return item.text
  }

  @Test(arguments: [
    ("paris", "paris"), (" paris ", "paris"), (#""paris""#, "paris"), (#"  "a\u00e9\n" "#, "aé\n"),
    (#""{}""#, "{}"), (#""5""#, "5"), ("5 rue", "5 rue"), ("48.8,2.3", "48.8,2.3"), ("-", "-"),
    ("-33.8,151.2", "-33.8,151.2"), ("nullable", "nullable"), ("truex", "truex"), ("01", "01"),
    ("5a", "5a"), ("t", "t"),
  ])
  func readsPlainText(line: String, value: String) {
    #expect(text(line) == value)
  }

  @Test(arguments: [
    "[1]", "[", "[::1]", " [] ", "5", "-1", " 1e3 ", "0.5", "true", "false", "null ", #""a"#,
    #""a" b"#, #""\x""#, "{", "{]",
  ])
  func rejectsOtherJSON(line: String) {
    guard case .invalid(let record) = parsed(line) else {
      Issue.record("\(line) was accepted")
      return
    }
    #expect(record.code == .invalidInput)
    #expect(record.line == 3)
    #expect(record.input == Array(line.utf8))
  }

  @Test func acceptsNumbersAsIdentifiers() {
    let parser = Self.parser(numbers: true)

    #expect(text("2988507", parser) == "2988507")
    guard case .invalid = parsed("true", parser), case .invalid = parsed("[1]", parser) else {
      Issue.record("accepted")
      return
    }
  }

  @Test(arguments: ["paris", #""paris""#, "5", "[1]"])
  func requiresRecordsWithoutPlainText(line: String) {
    guard case .invalid = parsed(line, Self.parser(plain: false)) else {
      Issue.record("\(line) was accepted")
      return
    }
  }

  private static func errorRecord(input: String) -> String {
    #"{"error":{"code":"timeout","tool":"t","message":"m"},"ref":1,"input":\#(input)}"#
  }

  @Test(arguments: [(#""paris""#, "paris"), (#""5""#, "5"), (#""true""#, "true")])
  func retriesText(input: String, value: String) {
    #expect(text(Self.errorRecord(input: input), Self.parser(retrying: .all)) == value)
  }

  @Test(arguments: ["5", "[1]", "true"])
  func retriedValueStaysInvalid(input: String) {
    let line = Self.errorRecord(input: input)

    guard case .invalid = parsed(line, Self.parser(retrying: .all)) else {
      Issue.record("\(input) was accepted")
      return
    }
    #expect(text(Self.errorRecord(input: "5"), Self.parser(numbers: true, retrying: .all)) == "5")
  }
}
