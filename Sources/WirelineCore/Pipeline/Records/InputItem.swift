/// An item of input: a line or an operand.
package struct InputItem: Sendable {
  /// The line's number, from 1, including blank lines. Operand n counts as line n.
  package let line: Int
  /// Whether the item was an operand of the command line.
  package private(set) var isOperand = false
  /// The line without its line feed; for a retried error record, the input that it contains.
  package let bytes: [UInt8]
  /// The fields that the tool reads; nil for plain text.
  package private(set) var object: JSONObject?
  /// The reference that joins output to input, as JSON: the `id`, else the `ref`, else the line
  /// number.
  package let ref: [UInt8]
  private(set) var copied: [CopiedField] = []

  struct CopiedField: Sendable {
    let name: String
    let value: ArraySlice<UInt8>
  }

  /// The item without its parsed fields, to save memory while it waits.
  package var withoutFields: InputItem {
    guard object != nil else { return self }
    var item = self
    item.object = nil
    return item
  }

  /// The item without copied fields of these names, which have another meaning in its record.
  package func withoutCopies(named names: [String]) -> InputItem {
    var item = self
    item.copied.removeAll { names.contains($0.name) }
    return item
  }

  /// The number of results before the failure; for a retried error record.
  package internal(set) var offset: Int?

  /// The URL that failed, if the item requests several; for a retried error record.
  package internal(set) var failedURL: String?

  var content: String?

  /// The line as text, without surrounding white space.
  package var text: String {
    (content ?? String(decoding: bytes, as: UTF8.self)).trimmingSpaces
  }

  /// Writes a line with a record of the item: the fields that `write` adds, and the copied ones.
  package func writeRecord(
    to writer: inout JSONWriter, _ write: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      write(&writer)
      writeCopied(to: &writer)
    }
    writer.endLine()
  }

  /// Writes the copied fields into the open record, except those that it already has.
  ///
  /// - Returns: the names of the fields that it already has.
  @discardableResult
  package func writeCopied(to writer: inout JSONWriter) -> [String] {
    if copied.isEmpty { return [] }
    let own = writer.openFields(JSONNames(copied.map(\.name)))
    for (index, field) in copied.enumerated() where !own.contains(index) {
      writer.key(named: field.name)
      writer.raw(field.value)
    }
    return own.map { copied[$0].name }
  }
}

extension ErrorRecord {
  /// The error record of an invalid input record.
  package init(_ error: InputRecordError, item: InputItem, tool: String) {
    self.init(code: ErrorCode(error), message: error.description, tool: tool)
    describe(item)
  }

  /// The record with the item it concerns.
  package func about(_ item: InputItem) -> ErrorRecord {
    var record = self
    record.describe(item)
    return record
  }

  /// Adds the item that the record concerns.
  package mutating func describe(_ item: InputItem) {
    ref = item.ref
    line = item.isOperand ? nil : item.line
    // A job described by options has no input.
    input = item.isOperand && item.bytes.isEmpty ? nil : item.bytes
  }
}
