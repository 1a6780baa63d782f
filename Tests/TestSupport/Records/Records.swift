package import Testing

/// Reads a tool's output as records, and fails the test for each line that is none.
///
/// - Parameter shape: what a line has to be, unless it is an error record.
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
    let (record, faults) = read(Array(line), as: shape)
    for fault in faults {
      let excerpt = String(decoding: line.prefix(500), as: UTF8.self)
      Issue.record("line \(index + 1): \(fault)\n\(excerpt)", sourceLocation: sourceLocation)
    }
    if let record { records.append(record) }
  }
  return records
}

private func read(_ line: [UInt8], as shape: RecordShape) -> (Record?, [String]) {
  guard let text = String(validating: line, as: UTF8.self) else { return (nil, ["not UTF-8"]) }
  do {
    let record = try Record(text)
    guard record.json.isObject else { return (nil, ["no object"]) }
    let faults = record.isError ? errorFaults(in: record) : shape.faults(in: record.json)
    return (record, faults)
  } catch {
    return (nil, ["\(error)"])
  }
}

/// The shape, and what style asks of the message.
private func errorFaults(in record: Record) -> [String] {
  var faults = RecordShape.error.faults(in: record.json)
  let message = record["error"]?["message"]?.string ?? ""
  if message.hasSuffix(".") { faults.append("message ends in a full stop: \(message)") }
  if message.contains("\n") { faults.append("message has several lines: \(message)") }
  return faults
}

extension ToolResult {
  /// The records on stdout; the test fails for each line that is none.
  @discardableResult
  package func records(
    as shape: RecordShape, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Record] {
    expectRecords(stdout, as: shape, sourceLocation: sourceLocation)
  }
}
