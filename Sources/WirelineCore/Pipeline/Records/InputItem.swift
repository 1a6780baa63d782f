/// One item of input: a line, or an operand, that asks for something.
package struct InputItem: Sendable {
  /// The line's number, from 1; blank lines count. The nth operand is line n.
  package let line: Int
  /// Whether the item was an operand of the command line.
  package let isOperand: Bool
  /// The line as it came, without its terminator; for a retried error record,
  /// the input that it holds.
  package let bytes: [UInt8]
  /// The line's members, by the tool's names; nil when the line is plain text.
  package private(set) var object: JSONObject?
  /// What joins the answer to the question, as JSON: the `id`, else the `ref`,
  /// else the line number.
  package let ref: [UInt8]
  /// Further fields to carry over, verbatim.
  package let copied: [CopiedField]

  package struct CopiedField: Sendable {
    package let name: String
    package let value: ArraySlice<UInt8>
  }

  package init(
    line: Int, isOperand: Bool = false, bytes: [UInt8], object: JSONObject?, ref: [UInt8],
    copied: [CopiedField] = []
  ) {
    self.line = line
    self.isOperand = isOperand
    self.bytes = bytes
    self.object = object
    self.ref = ref
    self.copied = copied
  }

  /// The item without its members, for when they have been read: a thousand
  /// items that wait should hold no more than it takes to answer them.
  package var withoutMembers: InputItem {
    var item = self
    item.object = nil
    return item
  }

  /// The item without copies of fields that would mean something else in its record.
  package func withoutCopies(named names: [String]) -> InputItem {
    if copied.isEmpty { return self }
    return InputItem(
      line: line, isOperand: isOperand, bytes: bytes, object: object, ref: ref,
      copied: copied.filter { !names.contains($0.name) })
  }

  /// Results that came before it broke off the last time; for a retried error
  /// record.
  package internal(set) var offset: Int?

  /// What of the item failed the last time, where it asks for several things; for a
  /// retried error record.
  package internal(set) var failedURL: String?

  /// What a line that is a JSON string says; nil for any other.
  var content: String?

  /// The line as text, white space at its ends removed.
  package var text: String {
    (content ?? String(decoding: bytes, as: UTF8.self)).trimmingSpaces
  }

  /// Writes the copied fields into the record that is open; what it has itself is not written
  /// again.
  package func writeCopied(to writer: inout JSONWriter) {
    if copied.isEmpty { return }
    let start = writer.bytes.lastIndex(of: JSONByte.lineFeed).map { $0 + 1 } ?? 0
    let record = Array(writer.bytes[start...]) + [UInt8(ascii: "}")]
    let own = try? JSONObject(record, names: JSONNames(copied.map(\.name)))
    for (place, field) in copied.enumerated() where own?[place] == nil {
      writer.member(field.name, raw: field.value)
    }
  }
}
