package import Testing

/// Parses a tool's output as records, and fails the test for each invalid line.
///
/// - Parameter shape: the shape of all records except error records.
/// - Returns: the lines that are JSON objects, in order.
@discardableResult
package func expectRecords(
  _ stdout: [UInt8], as shape: RecordShape, sourceLocation: SourceLocation = #_sourceLocation
) -> [Record] {
  if let last = stdout.last, last != UInt8(ascii: "\n") {
    Issue.record("the last line has no line feed", sourceLocation: sourceLocation)
  }
  let lines = stdout.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  var records: [Record] = []
  for (index, line) in lines.enumerated() where index < lines.count - 1 || !line.isEmpty {
    let (record, errors) = read(Array(line), as: shape)
    for error in errors {
      let excerpt = String(decoding: line.prefix(500), as: UTF8.self)
      Issue.record("line \(index + 1): \(error)\n\(excerpt)", sourceLocation: sourceLocation)
    }
    if let record { records.append(record) }
  }
  return records
}

private func read(_ line: [UInt8], as shape: RecordShape) -> (Record?, [String]) {
  guard let text = String(validating: line, as: UTF8.self) else { return (nil, ["not UTF-8"]) }
  do {
    let record = try Record(text)
    guard record.json.isObject else { return (nil, ["not an object"]) }
    return (record, record.isError ? errors(in: record, shape) : shape.errors(in: record.json))
  } catch {
    return (nil, ["\(error)"])
  }
}

/// Checks the shape of an error record and the style of its message. A response whose status fails
/// is both a response record and an error record.
private func errors(in record: Record, _ shape: RecordShape) -> [String] {
  let isResponse = record["status"] != nil
  var errors = (isResponse ? shape.failed : .error).errors(in: record.json)
  let names = record.json.members.map(\.name)
  if isResponse, names.first != "error" { errors.append("error is not the first field") }
  let message = record["error"]?["message"]?.string ?? ""
  if message.hasSuffix(".") { errors.append("message ends in a full stop: \(message)") }
  if message.contains("\n") { errors.append("message has several lines: \(message)") }
  return errors
}

extension ToolResult {
  /// The records on stdout. The test fails for each invalid line.
  @discardableResult
  package func records(
    as shape: RecordShape, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Record] {
    expectRecords(stdout, as: shape, sourceLocation: sourceLocation)
  }
}

/// A line of a tool's output, parsed by the tests' own reader.
package struct Record: Sendable {
  /// The line verbatim.
  package let line: String
  package let json: StrictJSON

  package init(_ line: String) throws(StrictJSONError) {
    self.line = line
    json = try StrictJSON(line)
  }

  package subscript(_ name: String) -> StrictJSON? { json[name] }

  package var isError: Bool { json["error"] != nil }
  /// `error.code`; nil if this is not an error record.
  package var code: String? { json["error"]?["code"]?.string }
  /// `error.message`; nil if this is not an error record.
  package var message: String? { json["error"]?["message"]?.string }
  /// The JSON text of `ref`; "" if absent.
  package var ref: String { json["ref"]?.text ?? "" }

  /// The input line that an error record contains.
  package var input: String? {
    guard let input = json["input"] else { return nil }
    return input.string ?? input.text
  }
}
