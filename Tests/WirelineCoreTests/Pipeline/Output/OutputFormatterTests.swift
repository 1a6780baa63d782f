import TestSupport
import Testing

@testable import WirelineCore

@Suite struct OutputFormatterTests {
  private func printed(
    _ format: OutputFormat, fields: [String] = [], columns: [String] = [], width: Int? = nil,
    _ records: [String]
  ) -> String {
    var formatter = OutputFormatter(
      format, fields: fields.map(FieldPath.init), view: .columns(columns), width: width)
    var output: [UInt8] = []
    for record in records { _ = formatter.append(Array(record.utf8), to: &output) }
    formatter.flush(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static let cities = [
    #"{"id":1,"name":"Paris","population":2.10e6,"where":{"lat":48.85,"tags":["a","b"]}}"# + "\n",
    #"{"id":2,"name":"東京","note":null,"where":{"lat":35.7}}"#,
    #"{"id":3,"name":"Łódź, \"PL\"","a.b":true,"note":"x\ty\nz\\"}"#,
  ]

  @Test func copiesJSONLines() {
    let records = [#"{ "a" : 1.0 }"# + "\n", #"{"b":2}"#]

    #expect(printed(.jsonLines, records) == "{ \"a\" : 1.0 }\n{\"b\":2}\n")
    #expect(OutputFormatter(.jsonLines, fields: [], view: .columns(["a"])).isUntouched)
  }

  @Test func selectsFieldsVerbatimAndInOrder() {
    let text = printed(
      .jsonLines, fields: ["name", "population", "where.lat", "/where/tags/1", "a.b", "note"],
      Self.cities)

    #expect(
      text == #"{"name":"Paris","population":2.10e6,"where.lat":48.85,"/where/tags/1":"b"}"# + "\n"
        + #"{"name":"東京","where.lat":35.7,"note":null}"# + "\n"
        + #"{"name":"Łódź, \"PL\"","a.b":true,"note":"x\ty\nz\\"}"# + "\n")
  }

  @Test func copiesErrorRecordsWithSelectedFields() {
    let record = #"{"error":{"code":"dns","message":"m"},"line":4,"input":"x"}"#

    #expect(printed(.jsonLines, fields: ["name"], [record]) == record + "\n")
  }

  @Test(arguments: [OutputFormat.table, .tabSeparated, .commaSeparated])
  func reportsErrorRecordsInsteadOfRows(format: OutputFormat) {
    var formatter = OutputFormatter(format, fields: [], view: .columns(["name"]))
    var output: [UInt8] = []

    let outcome = formatter.append(
      Array(#"{"error":{"code":"dns","message":"m"},"line":4}"#.utf8), to: &output)

    #expect(outcome == .failure(line: 4, message: "m"))
    #expect(output.isEmpty)
  }

  @Test func escapesTabsInTSV() {
    #expect(
      printed(.tabSeparated, columns: ["id", "name", "note", "where.tags"], Self.cities)
        == "id\tname\tnote\twhere.tags\n" + "1\tParis\t\t[\"a\",\"b\"]\n" + "2\t東京\t\t\n"
        + "3\tŁódź, \"PL\"\tx\\ty\\nz\\\\\t\n")
  }

  @Test func quotesCommasInCSV() {
    #expect(
      printed(.commaSeparated, fields: ["name", "note"], Self.cities)
        == "name,note\nParis,\n東京,\n\"Łódź, \"\"PL\"\"\",\"x\ty\nz\\\"\n")
  }

  @Test func usesFieldsOfFirstRecordAsColumns() {
    #expect(printed(.commaSeparated, [#"{"b":1,"a":2}"#, #"{"a":3,"c":4}"#]) == "b,a\n1,2\n,3\n")
  }

  @Test func alignsTableByDisplayWidth() {
    #expect(
      printed(
        .table, columns: ["name", "id"],
        [
          #"{"name":"Paris","id":1}"#, #"{"name":"東京都","id":22}"#, #"{"name":"e\#u{301}a","id":3}"#,
          #"{"name":"a\u001bb","id":4}"#,
        ]) == """
          name    id
          Paris   1
          東京都  22
          e\u{301}a      3
          a\\x1bb  4

          """)
  }

  /// ESC, BEL, DEL, CSI of C1, and bidirectional controls, which make one name look like another
  /// (Unicode Technical Report 36 §2.5).
  private static let hostile =
    "{\"na\\u001b\":\"a\\u001b[31m\\u0007\",\"b\":\"\u{7F}\u{9B}2J\u{202E}\u{2066}x\",\"c\":\"é,\"}"

  @Test(
    arguments: [
      (.tabSeparated, #"na\x1b|b|c^a\x1b[31m\x07|\x7f\x9b2J\u{202e}\u{2066}x|é,^"#),
      (.commaSeparated, #"na\x1b,b,c^a\x1b[31m\x07,\x7f\x9b2J\u{202e}\u{2066}x,"é,"^"#),
      (
        .jsonLines,
        #"{"na\u001b":"a\u001b[31m\u0007","b":"\u007f\u009b2J\u202e\u2066x","c":"é,"}^"#
      ),
    ] as [(OutputFormat, String)])
  func escapesControlCharactersForTerminal(format: OutputFormat, text: String) {
    let shown = text.replacing("|", with: "\t").replacing("^", with: "\n")

    #expect(printed(format, width: 80, [Self.hostile]) == shown)
    #expect(printed(format, [Self.hostile]).contains("\u{7F}\u{9B}2J\u{202E}\u{2066}x"))
  }

  @Test func escapesSelectedFieldsForTerminal() {
    #expect(
      printed(.jsonLines, fields: ["b"], width: 80, [Self.hostile])
        == #"{"b":"\u007f\u009b2J\u202e\u2066x"}"# + "\n")
    #expect(
      printed(.jsonLines, fields: ["b"], [Self.hostile])
        == "{\"b\":\"\u{7F}\u{9B}2J\u{202E}\u{2066}x\"}\n")
    // Line breaks would begin a row that the server makes up.
    let lines = [#"{"a":"x\ny"}"#]
    #expect(printed(.commaSeparated, width: 80, lines) == "a\nx\\ny\n")
    #expect(printed(.tabSeparated, width: 80, lines) == "a\nx\\ny\n")
  }

  @Test func fitsTableToTerminal() {
    let long = String(repeating: "x", count: 60)
    let rows = [#"{"a":"\#(long)","b":"short","c":"\#(long)"}"#]

    let lines = printed(.table, columns: ["a", "b", "c"], width: 40, rows).split(separator: "\n")

    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    #expect(lines[1] == "xxxxxxxxxxxxxx…  short  xxxxxxxxxxxxxxx…" || lines[1].count == 40)
    #expect(lines[1].contains("short"))
  }

  @Test func streamsTableAfterFirstRows() {
    var formatter = OutputFormatter(.table, fields: [], view: .columns(["n"]))
    var output: [UInt8] = []
    for number in 0..<(TableLayout.rowsToMeasure - 2) {
      _ = formatter.append(Array("{\"n\":\(number)}".utf8), to: &output)
    }
    #expect(output.isEmpty)

    _ = formatter.append(Array("{\"n\":1}".utf8), to: &output)
    let measured = output.count
    _ = formatter.append(Array("{\"n\":\"longer than before\"}".utf8), to: &output)

    #expect(measured > 0)
    #expect(output.count == measured + "longer than before\n".utf8.count)
  }

  @Test(
    arguments: zip(
      [OutputFormat.automatic, .automatic, .automatic, .table, .jsonLines],
      [(true, true), (true, false), (false, true), (false, false), (true, true)]))
  func autoIsTableOnlyOnTerminal(format: OutputFormat, output: (Bool, Bool)) {
    let expected: OutputFormat =
      format == .automatic ? (output == (true, true) ? .table : .jsonLines) : format

    #expect(format.resolved(isTerminal: output.0, hasTable: output.1) == expected)
  }

  @Test(
    arguments: zip(
      ["a", "b.c", "/b/c", "list.0", "list.1.x", "list.2", "list.x", "d.e", "", "/", "b.c.d", "."],
      ["1", "2", "2", "10", "3", nil, nil, "4", nil, nil, nil, nil]))
  func findsValueAtPath(path: String, value: String?) throws {
    let record = try JSONView.parse(
      Array(#"{"a":1,"b":{"c":2},"list":[10,{"x":3}],"d.e":4}"#.utf8))

    let found = FieldPath(path).value(in: FieldLookup(record, count: 1))

    #expect(found.map { String(decoding: $0.raw, as: UTF8.self) } == value)
  }

  @Test(
    arguments: zip(
      [
        "", "abc", "é", "e\u{301}", "東京", "ｱ", "Ａ", "👍", "👩‍👩‍👧", "🇫🇷", "✈️", "a\u{200B}b", "가",
        "\u{FEFF}",
      ],
      [0, 3, 1, 1, 4, 1, 2, 2, 2, 2, 2, 2, 2, 0]))
  func measuresDisplayWidth(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    arguments: zip(
      [("abc", 3), ("abcd", 3), ("東京都", 5), ("東京都", 4), ("abc", 0), ("abc", 1)],
      ["abc", "ab…", "東京…", "東…", "", "…"]))
  func cutsWideText(input: (String, Int), text: String) {
    let cut = DisplayWidth.cut(input.0, to: input.1)

    #expect(cut.text == text)
    #expect(cut.width == DisplayWidth.of(text))
    #expect(cut.width <= input.1)
  }

  @Test func survivesRandomRecords() {
    var generator = SeededGenerator(seed: 23)
    let record = Array(#"{"a":{"b":[1,"é\t\u0000"]},"error":{"code":"x"},"c":"日本 👍"}"#.utf8)
    for _ in 0..<500 {
      let bytes = generator.mutation(of: record)
      for format in [OutputFormat.table, .tabSeparated, .commaSeparated, .jsonLines] {
        var formatter = OutputFormatter(
          format, fields: [FieldPath("a.b.1"), FieldPath("c")], view: .columns([]), width: 20)
        var output: [UInt8] = []
        _ = formatter.append(bytes, to: &output)
        formatter.flush(to: &output)
        if format == .table { #expect(!output.contains(0x1B)) }
      }
    }
  }

  /// Widths of 3 + 2 + 10 + 2 + 8 columns, and 15 without the last one.
  @Test(
    arguments: [
      (nil, true), (25, true), (24, false), (15, false), (12, false),
    ] as [(Int?, Bool)])
  func tableLeavesOutOptionalColumn(width: Int?, hasPath: Bool) {
    let view = RecordView.table(TableView(optionalLast: ["ref", "url", "path"]))
    var formatter = OutputFormatter(.table, fields: [], view: view, width: width)
    var output: [UInt8] = []
    for _ in 0..<150 {
      _ = formatter.append(
        Array(#"{"ref":123,"url":"http://h/a","path":"12345678"}"#.utf8), to: &output)
    }
    formatter.flush(to: &output)

    let rows = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(rows.count == 151)
    #expect(rows.allSatisfy { $0.contains("12345678") || $0.contains("path") } == hasPath)
    #expect(rows[1].hasPrefix("123") && rows[0].contains("url"))
    #expect(rows.allSatisfy { $0.count <= width ?? 100 })
  }
}
