import TestSupport
import Testing

@testable import WirelineCore

@Suite struct InputFormTests {
  private static let columns = ["term", "location", "city", "state", "id", "name", "phone"]

  private func refusal(
    _ line: String, _ format: InputFormat = .auto, acceptsColumnNames: Bool = false
  ) -> String? {
    var form = InputForm()
    form.acceptsColumnNames = acceptsColumnNames
    form.columns = Self.columns
    form.format = format
    return form.table(Array(line.utf8))
  }

  @Test(arguments: [
    ("term,location", "csv"), ("term;location", "csv"), ("Term\tLocation", "tsv"),
    ("location", "csv"), ("id", "csv"), ("Phone", "csv"), ("shop,city", "csv"),
    ("city;visits", "csv"), ("id\tweight", "tsv"), (#""Name","City (US)""#, "csv"),
    ("Name, Phone Number", "csv"), ("name, city", "csv"),
  ])
  func recognisesHeader(line: String, format: String) {
    #expect(
      refusal(line) == "the input is a table; use --input-format \(format), or lines for plain text"
    )
    #expect(refusal(line, .lines) == nil)
  }

  @Test(arguments: [
    "Paris, France", "ID, USA", "City, State College", "48.85,2.35", "paris,france", "coffee",
    #""location""#, #""name, city""#, "{\"city\":1}", "https://h/?a,city", "", ",", ",city", "a\tb",
  ])
  func acceptsOtherLines(line: String) { #expect(refusal(line) == nil) }

  /// As in `cities-find`, where `lon` finds London.
  @Test func acceptsNamesOfColumns() {
    for line in ["location", "paris,state", "id\tweight", "phone,x"] {
      #expect(refusal(line, acceptsColumnNames: true) == nil)
    }
    #expect(refusal("name,city", acceptsColumnNames: true) != nil)
  }

  @Test(
    arguments: [
      ("http://h/a,b.jpg", nil), ("http://h/a,http://h/b", nil),
      (#"{"a":1,"url":"http://h/"}"#, nil),
      (#""http://h/a""#, nil), (#""http://h/w_9,h_9/a.jpg""#, nil), ("example.com/a,b.jpg", nil),
      ("hello, world", nil), ("", nil), ("# id,url", nil), ("#\ta", nil), ("photo", nil),
      ("http://h/a;b", nil), ("example.com/a;b", nil),
      (#""http://h/a","b""#, "csv"), ("id,url,caption", "csv"), ("URL,TEXT", "csv"),
      ("SAMPLE_ID,link", "csv"), (#""url","text""#, "csv"), ("1,http://h/a.jpg,A cat", "csv"),
      ("url\tcaption", "tsv"), ("url", "csv"), ("url;caption", "csv"), ("url;size (px)", "csv"),
      ("http://h/a.jpg\tA cat", "tsv"), ("Image Name,url", "csv"), ("url,price/€", "csv"),
    ] as [(String, String?)])
  func recognisesTableAmongURLs(line: String, format: String?) {
    var form = InputForm()
    form.hasURLs = true
    form.columns = ["image_url", "url"]

    #expect(
      form.table(Array(line.utf8))
        == format.map { "the input is a table; use --input-format \($0), or lines for plain text" })
  }
}
