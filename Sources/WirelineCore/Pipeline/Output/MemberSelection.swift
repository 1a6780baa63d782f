/// JSON lines with the wanted members only, in the wanted order, their values as they are.
struct MemberSelection: Sendable {
  private let fields: [FieldPath]

  init(_ fields: [FieldPath]) { self.fields = fields }

  /// An error record stays whole: without its `error` and `input` it would be lost for the tools
  /// that follow. So does what is no object.
  func append(_ record: [UInt8], to output: inout [UInt8]) -> OutputFormatter.Outcome {
    guard let view = PrintedRecord.parse(record), !PrintedRecord.isError(view) else {
      output += record
      if record.last != JSONByte.lineFeed { output.append(JSONByte.lineFeed) }
      return .printed
    }
    var writer = JSONWriter()
    writer.beginObject()
    let members = RecordMembers(view, looksUp: fields.count)
    for field in fields {
      if let value = field.value(in: members) { writer.member(field.text, value) }
    }
    writer.endObject()
    writer.endLine()
    output += writer.bytes
    return .printed
  }
}
