/// One line of a tool's output, read by the tests' own reader.
package struct Record: Sendable {
  /// The line as it came.
  package let line: String
  package let json: StrictJSON

  package init(_ line: String) throws(StrictJSONError) {
    self.line = line
    json = try StrictJSON(line)
  }

  package subscript(_ name: String) -> StrictJSON? { json[name] }

  package var isError: Bool { json["error"] != nil }
  /// `error.code`; nil if this is no error record.
  package var code: String? { json["error"]?["code"]?.string }
  /// `error.message`; nil if this is no error record.
  package var message: String? { json["error"]?["message"]?.string }
  /// The text of `ref`, digit for digit or with its quotes; "" if there is none.
  package var ref: String { json["ref"]?.text ?? "" }

  /// The input that an error record holds, as the line it was.
  package var input: String? {
    guard let input = json["input"] else { return nil }
    return input.string ?? input.text
  }
}
