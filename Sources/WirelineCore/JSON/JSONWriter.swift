/// Builds JSON text. Commas are its business; that begins and ends match is the caller's.
package struct JSONWriter: Sendable {
  /// What has been written.
  package var bytes: [UInt8] = []
  /// Something stands before the next key or value in the same array or object.
  private var needsComma = false

  /// Empty.
  package init() {}

  /// `{`, after a comma if one is needed.
  package mutating func beginObject() { begin(JSONByte.openBrace) }
  /// `}`, also after a `beginObject` without members.
  package mutating func endObject() { end(JSONByte.closeBrace) }
  /// `[`, after a comma if one is needed.
  package mutating func beginArray() { begin(JSONByte.openBracket) }
  /// `]`, also after a `beginArray` without elements.
  package mutating func endArray() { end(JSONByte.closeBracket) }

  /// A member's name with its colon; a value must follow.
  package mutating func key(_ name: String) {
    beginValue()
    appendString(name)
    bytes.append(JSONByte.colon)
    needsComma = false
  }

  /// A string, escaped no more than RFC 8259 §7 asks for.
  package mutating func string(_ value: String) {
    beginValue()
    appendString(value)
  }

  /// Bytes that are not well-formed UTF-8 become U+FFFD.
  package mutating func string(utf8 value: UnsafeRawBufferPointer) {
    beginValue()
    JSONQuoting.append(value, to: &bytes)
  }

  /// Bytes that are not well-formed UTF-8 become U+FFFD.
  package mutating func string(utf8 value: [UInt8]) {
    value.withUnsafeBytes { string(utf8: $0) }
  }

  /// Bytes that are not well-formed UTF-8 become U+FFFD.
  package mutating func string(utf8 value: ArraySlice<UInt8>) {
    value.withUnsafeBytes { string(utf8: $0) }
  }

  /// An integer in decimal.
  package mutating func number(_ value: Int) { number(Int64(value)) }

  /// An integer in decimal.
  package mutating func number(_ value: Int64) {
    beginValue()
    JSONDigits.append(value.magnitude, isNegative: value < 0, to: &bytes)
  }

  /// An integer in decimal.
  package mutating func number(_ value: UInt64) {
    beginValue()
    JSONDigits.append(value, isNegative: false, to: &bytes)
  }

  /// The shortest digits that give the same `Double` again.
  ///
  /// - Returns: false if the number is not finite; nothing is written then.
  @discardableResult
  package mutating func number(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    beginValue()
    bytes.append(contentsOf: value.description.utf8)
    return true
  }

  /// `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// `null`; a record leaves an unknown member out instead.
  package mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// One valid JSON value without a line break, as it is.
  package mutating func raw(_ value: UnsafeRawBufferPointer) {
    beginValue()
    bytes.append(contentsOf: value)
  }

  /// One valid JSON value without a line break, as it is.
  package mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBytes { raw($0) }
  }

  /// One valid JSON value without a line break, as it is.
  package mutating func raw(_ value: ArraySlice<UInt8>) {
    value.withUnsafeBytes { raw($0) }
  }

  /// A value as it came in, digit for digit; white space goes only if there are line breaks in it.
  package mutating func value(_ view: JSONView) {
    view.raw.withUnsafeBytes { text in
      guard JSONByte.hasLineBreak(text) else { return raw(text) }
      beginValue()
      // A view was validated: this cannot fail, and would write nothing.
      try? JSONScanner.compact(text, into: &bytes)
    }
  }

  /// Ends the record: a line feed, and the next value needs no comma.
  package mutating func endLine() {
    bytes.append(JSONByte.lineFeed)
    needsComma = false
  }

  /// Begins anew, with the memory it has.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Takes back what was written after there were `count` bytes, which ended a line.
  mutating func rollBack(to count: Int) {
    bytes.removeLast(max(bytes.count - count, 0))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// The comma that a key or value may need; another one needs it afterwards.
  private mutating func beginValue() {
    if needsComma { bytes.append(JSONByte.comma) }
    needsComma = true
  }

  private mutating func appendString(_ value: String) {
    var value = value
    value.withUTF8 { JSONQuoting.append(UnsafeRawBufferPointer($0), to: &bytes) }
  }
}
