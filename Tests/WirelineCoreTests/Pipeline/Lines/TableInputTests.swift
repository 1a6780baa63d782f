import TestSupport
import Testing

@testable import WirelineCore

@Suite struct TableInputTests {
  /// Passes bytes on unchanged.
  private final class PlainInput: InputDecoder {
    func unpack(
      _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(ReadError) { body(bytes) }

    func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {}
  }

  /// The decoded text, in pieces of a size, and the error after it.
  private func table(
    _ text: some Sequence<UInt8>, by size: Int = 1_000, separator: Character? = ",",
    columns: [String] = [], texts: [String]? = nil, required: [String] = [],
    maximumRowBytes: Int = 1_000
  ) -> (text: String, error: String?) {
    let decoder = TableInput(
      PlainInput(), separator: separator?.asciiValue, columns: columns, texts: texts,
      required: required, maximumRowBytes: maximumRowBytes)
    var output: [UInt8] = []
    let bytes = Array(text)
    do throws(ReadError) {
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        try piece.withUnsafeBufferPointer { piece throws(ReadError) in
          try decoder.unpack(UnsafeRawBufferPointer(piece)) { output += $0 }
        }
      }
      try decoder.finish { output += $0 }
    } catch {
      return (String(decoding: output, as: UTF8.self), error.detail)
    }
    return (String(decoding: output, as: UTF8.self), nil)
  }

  static let tables: [(String, String)] = [
    ("", ""), ("a,b", "\n"), ("a,b\n", "\n"), ("a,b\n1,2", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
    ("a,b\r\n1,2\r\n", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
    ("\u{FEFF}a,b\n1,2\n", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
    ("\u{FEFF}\"a,\"\"\",b\n1,2\n", "\n{\"a,\\\"\":\"1\",\"b\":\"2\"}\n"),
    ("a,b,\r\n1,,\r\n", "\n{\"a\":\"1\"}\n"),
    ("a\n\"x\"\"y\"\n", "\n{\"a\":\"x\\\"y\"}\n"),
    ("a,b\n\"x,\r\ny\",\"\"\r\n", "\n{\"a\":\"x,\\r\\ny\"}\n"),
    ("a,b\n,2\n\n1\n", "\n{\"b\":\"2\"}\n\n{\"a\":\"1\"}\n"),
    ("a,,b\n1,2,3\n", "\n{\"a\":\"1\",\"b\":\"3\"}\n"),
    ("a\n1,\"2\"\n", "\n[\"1\",\"2\"]\n"),
    ("a,b\nx\"y\",z\n", "\n{\"a\":\"x\\\"y\\\"\",\"b\":\"z\"}\n"),
    ("\"a b\", c \n1,2\n", "\n{\"a b\":\"1\",\"c\":\"2\"}\n"), ("a\n\"\"\n", "\n{}\n"),
    ("a\né\u{1}\n", "\n{\"a\":\"é\\u0001\"}\n"), ("a\n\"x", "\n"),
  ]

  @Test(arguments: tables, [1, 2, 3, 1_000])
  func convertsRowsToRecords(table: (csv: String, lines: String), size: Int) {
    let result = self.table(table.csv.utf8, by: size)

    #expect(result.text == table.lines)
    #expect((result.error != nil) == table.csv.hasSuffix("\"x"))
  }

  @Test func separatesCellsByTabs() {
    let result = table("a\tb,c\n1,5\t\"2\t3\"\n".utf8, separator: "\t")

    #expect(result == ("\n{\"a\":\"1,5\",\"b,c\":\"2\\t3\"}\n", nil))
  }

  /// Where the decimal mark is a comma.
  @Test(arguments: ["a;b,c\n1,5;2\n", "\"a\";\"b,c\"\n\"1,5\";2\n"])
  func separatesCellsBySemicolons(csv: String) {
    let result = table(csv.utf8)

    #expect(result == ("\n{\"a\":\"1,5\",\"b,c\":\"2\"}\n", nil))
  }

  /// Without a format: a table with any separator, or JSON Lines.
  @Test(
    arguments: [
      ("a,b\n1,2\n", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
      ("a;b\n1;2\n", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
      ("a\tb\n1\t2\n", "\n{\"a\":\"1\",\"b\":\"2\"}\n"),
      ("a,b\tc\n1,2\n", "\n{\"a\":\"1\",\"b\\tc\":\"2\"}\n"),
      ("a\n{\n", "\n{\"a\":\"{\"}\n"), ("{\"a\":\"\\\"\"}\n\n[1]", "{\"a\":\"\\\"\"}\n\n[1]"),
      ("\n\u{FEFF}{}\n", "\n{}\n"), ("{", "{"), ("x{\n1\n", "\n{\"x{\":\"1\"}\n"),
    ], [1, 2, 1_000])
  func detectsFormat(input: (text: String, lines: String), size: Int) {
    let result = table(input.text.utf8, by: size, separator: nil)

    #expect(result == (input.lines, nil))
  }

  @Test func namesColumnsIfOneIsMissing() {
    #expect(table("b,a\n1,2\n".utf8, required: ["a", "b"]).error == nil)
    #expect(
      table("b; a \n1;2\n".utf8, separator: nil, required: ["a", "c"]).error
        == #"the table has no column "c"; its columns are: b, a"#)
    for json in [#"[{"a":1},{"a":2}]"#, "[\n  {\n"] {
      #expect(table(json.utf8, separator: nil, required: ["a"]).error?.contains("jq") == true)
    }
  }

  @Test func keepsNumbers() {
    let cells = "-0.5,1e-05,007,+1,1.,12345678901234567890,8"

    let result = table("a,b,c,d,e,f,id\n\(cells)\n".utf8, texts: ["id"])

    let numbers = #""a":-0.5,"b":1e-05,"c":"007","d":"+1","e":"1.","f":12345678901234567890"#
    #expect(result == ("\n{\(numbers),\"id\":\"8\"}\n", nil))
    #expect(table("a\n".utf8, texts: ["id"]).error?.hasSuffix(#"no column "id""#) == true)
  }

  @Test func reportsInvalidTables() {
    #expect(table("a,a\n".utf8).error == "the header of the table has the column \"a\" twice")
    #expect(
      table("a,URL\n1,2\n".utf8, columns: ["image_url", "url"]).error
        == #"the header of the table has no column "image_url" or "url"; --url-field selects "#
        + "one of: a, URL")
    #expect(table("a,url\n".utf8, columns: ["image_url", "url"]).error == nil)
    #expect(table("a\n1\n\"2".utf8).error == "row 3 of the table ends inside a quoted cell")
    let long = table("a\n1\n\"\(String(repeating: "x", count: 200))".utf8, maximumRowBytes: 100)
    #expect(long.text == "\n{\"a\":\"1\"}\n")
    #expect(long.error == "row 3 of the table exceeds 100 bytes: is a quote not closed?")
    let wide = table("a\n\(String(repeating: ",", count: 13))".utf8, maximumRowBytes: 100)
    #expect(wide.error == "row 2 of the table exceeds 100 bytes: is a quote not closed?")
  }

  @Test(arguments: [
    ("http://h/a\n", "use --input-format lines"), ("http://h/a,b\n", "such as url,caption"),
  ])
  func reportsMissingHeader(text: String, hint: String) {
    let result = table(text.utf8, columns: ["image_url", "url"])

    #expect(result.error?.hasSuffix(hint) == true, "\(result)")
  }

  @Test func shortensMessageAboutColumns() {
    let header = (1...60).map { "c\($0)" }.joined(separator: ",") + "\n"

    let result = table(header.utf8, columns: ["url"])

    #expect(result.error?.hasSuffix("c49, c50, …") == true, "\(result)")
  }

  /// A replacement character in a URL or caption would go unnoticed.
  @Test func keepsInvalidUTF8() {
    let decoder = TableInput(PlainInput(), separator: 0x2C, columns: [], maximumRowBytes: 1_000)
    var output: [UInt8] = []
    let row = [UInt8]("a,b\n\"\"\"caf".utf8) + [0xE9] + [UInt8]("\",é\n".utf8)

    _ = row.withUnsafeBytes { bytes in try? decoder.unpack(bytes) { output += $0 } }

    let line = [UInt8]("\n{\"a\":\"caf".utf8) + [0xE9] + [UInt8]("\",\"b\":\"é\"}\n".utf8)
    #expect(output == line)
    let header = table([0xFF, 0xFE, 0x61, 0x0A] as [UInt8])
    #expect(header.error == "the table is not UTF-8; convert it, as with iconv -f latin1")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func survivesMutationsInAnyPieces(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let csv = Array("a,\"b\",c\r\n1,\"x\"\"\n,\",é\n\n\"\",,\"z\"\n".utf8)
    for _ in 0..<200 {
      let bytes = random.mutation(of: csv)
      let whole = table(bytes)
      #expect(table(bytes, by: 1) == whole)
      for line in whole.text.split(separator: "\n") where line.hasPrefix("{") {
        #expect(try JSONView.parse(Array(line.utf8)).type == .object || !isUTF8(bytes))
      }
    }
  }

  private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
