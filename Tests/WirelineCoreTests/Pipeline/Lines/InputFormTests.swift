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
}
