import Testing

@testable import WirelineCore

@Suite struct ItemParserTests {
  private static func parser(
    plain: Bool = true, numbers: Bool = false, retrying: ErrorsToRetry = .none
  ) -> ItemParser {
    var options = PipeOptions()
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

  /// - Parameter isOperand: whether the input was an operand instead of a line.
  private static func errorRecord(input: String, isOperand: Bool = false) -> String {
    var record = ErrorRecord(code: .timeout, message: "m", tool: "t")
    record.ref = [UInt8(ascii: "1")]
    record.line = isOperand ? nil : 1
    record.input = Array(input.utf8)
    return String(decoding: record.lineBytes.dropLast(), as: UTF8.self)
  }

  @Test(arguments: [("paris", "paris"), (#""paris""#, "paris"), (#""5""#, "5")])
  func retriesLines(input: String, value: String) {
    #expect(text(Self.errorRecord(input: input), Self.parser(retrying: .all)) == value)
  }

  @Test(arguments: ["5", "[1]", "true", #""5""#, "paris"])
  func retriesOperands(input: String) {
    let line = Self.errorRecord(input: input, isOperand: true)
    #expect(text(line, Self.parser(retrying: .all)) == input)
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

  private static let timeout = #"{"error":{"code":"timeout","tool":"t","retryable":true},"#
  private static let refused = #"{"error":{"code":"connect","tool":"t","retryable":false},"#
  private static let other = #"{"error":{"code":"timeout","tool":"u","retryable":true},"#

  /// Which records of a run's output are items again.
  static let retries: [(ErrorsToRetry, String, isItem: Bool)] = [
    (.none, timeout, false), (.retryable, timeout, true), (.all, timeout, true),
    (.codes([.timeout]), timeout, true), (.codes([.connect]), timeout, false),
    (.retryable, refused, false), (.all, refused, true), (.codes([.connect]), refused, true),
    (.retryable, other, false), (.all, other, false),
    // Results.
    (.none, "{", true), (.retryable, "{", false), (.all, "{", false),
    (.codes([.timeout]), "{", false),
  ]

  @Test(arguments: retries)
  func passesOtherRecordsThrough(retried: ErrorsToRetry, start: String, isItem: Bool) {
    let line = start + #""ref":1,"line":1,"input":"paris"}"#
    switch parsed(line, Self.parser(retrying: retried)) {
    case .item: #expect(isItem)
    case .passThrough(let bytes):
      #expect(!isItem && String(decoding: bytes, as: UTF8.self) == line)
    default: Issue.record("invalid")
    }
  }

  /// A journal has the results, so the input is the original list.
  @Test func processesRecordsOfOriginalList() {
    var options = PipeOptions()
    options.retried = .all
    options.form.isOriginalList = true
    let parser = ItemParser(tool: "t", names: ["url"], options: options)
    guard case .item = parsed(#"{"url":"http://h/"}"#, parser) else {
      Issue.record("not an item")
      return
    }
  }

  @Test(arguments: [true, false])
  func readsFailedResponsesIfInputConsistsOfThem(hasStatus: Bool) {
    var options = PipeOptions()
    options.form.consistsOfResponses = true
    let parser = ItemParser(tool: "t", names: ["status"], options: options)
    let line = Self.timeout + (hasStatus ? #""status":404}"# : #""ref":1}"#)
    switch parsed(line, parser) {
    case .item: #expect(hasStatus)
    case .passThrough: #expect(!hasStatus)
    default: Issue.record("invalid")
    }
  }
}
