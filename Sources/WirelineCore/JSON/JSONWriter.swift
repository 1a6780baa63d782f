/// Builds JSON text. Inserts commas.
///
/// `begin…` and `end…`, which the caller balances, are for loops over results, where a closure per
/// record could cost time. Other callers use `object` and `array`.
package struct JSONWriter: Sendable {
  package var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func beginObject() { begin(JSONByte.openBrace) }
  package mutating func endObject() { end(JSONByte.closeBrace) }
  package mutating func beginArray() { begin(JSONByte.openBracket) }
  package mutating func endArray() { end(JSONByte.closeBracket) }

  /// Writes an object.
  package mutating func object(_ writeFields: (inout JSONWriter) -> Void) {
    beginObject()
    writeFields(&self)
    endObject()
  }

  /// Writes an array.
  package mutating func array(_ writeElements: (inout JSONWriter) -> Void) {
    beginArray()
    writeElements(&self)
    endArray()
  }

  /// Writes the name of a field, which needs no escapes; a value must follow.
  package mutating func key(_ name: StaticString) {
    let comma = needsComma ? 1 : 0
    needsComma = false
    name.withUTF8Buffer { name in
      // All bytes in one step, because each append checks the array.
      bytes.append(addingCapacity: comma + name.count + 3) { span in
        span.withUnsafeMutableBufferPointer { room, written in
          guard let room = room.baseAddress, let text = name.baseAddress else { return }
          let quote = room + written + comma
          if comma > 0 { quote[-1] = JSONByte.comma }
          quote[0] = JSONByte.quote
          (quote + 1).initialize(from: text, count: name.count)
          quote[name.count + 1] = JSONByte.quote
          quote[name.count + 2] = JSONByte.colon
          written += comma + name.count + 3
        }
      }
    }
  }

  /// Writes the name of a field that is known at run time only; a value must follow.
  package mutating func key(named name: String) {
    if needsComma { bytes.append(JSONByte.comma) }
    needsComma = false
    appendString(name)
    bytes.append(JSONByte.colon)
  }

  /// Writes a string with only the escapes that RFC 8259 §7 requires.
  package mutating func string(_ value: String) {
    beginValue()
    appendString(value)
  }

  /// Writes a string; malformed UTF-8 becomes U+FFFD.
  package mutating func string(utf8 value: [UInt8]) {
    beginValue()
    value.withUnsafeBytes { JSONQuoting.append($0, to: &bytes) }
  }

  package mutating func number(_ value: Int) { number(Int64(value)) }

  package mutating func number(_ value: Int64) {
    beginValue()
    if value < 0 { bytes.append(0x2D) }
    digits(value.magnitude)
  }

  /// Writes the shortest digits that parse as the same `Double`.
  ///
  /// - Returns: False if the number is not finite; nothing is written then.
  @discardableResult
  package mutating func number(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    beginValue()
    bytes.append(contentsOf: value.description.utf8)
    return true
  }

  package mutating func boolean(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes `null`. Records omit unknown fields instead.
  package mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func raw(_ value: UnsafeRawBufferPointer) {
    beginValue()
    bytes.append(contentsOf: value)
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBytes { raw($0) }
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func raw(_ value: ArraySlice<UInt8>) {
    value.withUnsafeBytes { raw($0) }
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func raw(_ value: String) {
    var value = value
    value.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a value verbatim, or without white space if it contains line breaks.
  package mutating func value(_ view: JSONView) {
    view.raw.withUnsafeBytes { text in
      guard JSONByte.hasLineBreak(text) else { return raw(text) }
      beginValue()
      // The view was validated, so this cannot throw.
      try? JSONScanner.compact(text, into: &bytes)
    }
  }

  /// Returns a record: an object on a line.
  package static func line(_ writeFields: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(writeFields)
    writer.endLine()
    return writer.bytes
  }

  /// Ends a record with a line feed.
  package mutating func endLine() {
    bytes.append(JSONByte.lineFeed)
    needsComma = false
  }

  /// Removes everything after the first `count` bytes, which ended a line.
  mutating func rollBack(to count: Int) {
    bytes.removeLast(max(bytes.count - count, 0))
    needsComma = false
  }

  /// Returns the indices of the listed names that the open object, the first on its line, has
  /// already.
  func openFields(_ names: JSONNames) -> Set<Int> {
    let start = bytes.lastIndex(of: JSONByte.lineFeed).map { $0 + 1 } ?? 0
    var found: Set<Int> = []
    bytes[start...].withUnsafeBytes { text in
      guard var walk = JSONWalk(text) else { return }
      // Throws at the end, because the object is not closed.
      while let child = try? walk.next() {
        if let index = names.index(of: child, in: text) { found.insert(index) }
      }
    }
    return found
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

  private mutating func beginValue() {
    if needsComma { bytes.append(JSONByte.comma) }
    needsComma = true
  }

  private mutating func digits(_ value: UInt64) {
    var (count, bound) = (1, value)
    while bound > 9 { (count, bound) = (count + 1, bound / 10) }
    bytes.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { room, written in
        var rest = value
        for position in (written..<written + count).reversed() {
          room[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        written += count
      }
    }
  }

  private mutating func appendString(_ value: String) {
    var value = value
    value.withUTF8 { JSONQuoting.append(UnsafeRawBufferPointer($0), to: &bytes) }
  }
}

extension JSONWriter {
  package mutating func field(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a string.
  ///
  /// - Returns: False for malformed UTF-8; nothing is written then, not even the name.
  package mutating func field(_ name: StaticString, utf8 value: [UInt8]) -> Bool {
    let before = (count: bytes.count, needsComma)
    key(name)
    beginValue()
    if value.withUnsafeBytes({ JSONQuoting.appendValid($0, to: &bytes) }) { return true }
    bytes.removeLast(bytes.count - before.count)
    needsComma = before.1
    return false
  }

  /// Writes bytes in base64.
  package mutating func field(_ name: StaticString, base64 value: [UInt8]) {
    key(name)
    beginValue()
    bytes.append(JSONByte.quote)
    Base64.append(value, to: &bytes)
    bytes.append(JSONByte.quote)
  }

  package mutating func field(_ name: StaticString, _ value: Int) {
    key(name)
    number(value)
  }

  package mutating func field(_ name: StaticString, _ value: Int64) {
    key(name)
    number(value)
  }

  /// Writes an object of numbers.
  package mutating func field(_ name: StaticString, _ counts: [(key: String, value: Int)]) {
    key(name)
    object { writer in
      for (name, count) in counts {
        writer.key(named: name)
        writer.number(count)
      }
    }
  }

  /// Writes nothing, not even the name, if the number is not finite.
  package mutating func field(_ name: StaticString, _ value: Double) {
    guard value.isFinite else { return }
    key(name)
    number(value)
  }

  /// Writes milliseconds with one to three decimals.
  package mutating func field(_ name: StaticString, milliseconds value: Duration) {
    let microseconds = value.microseconds
    // As a `Double` prints them, in a third of the time.
    guard (0..<1 << 49).contains(microseconds) else { return field(name, value.milliseconds) }
    field(name, microseconds / 1000)
    bytes.append(0x2E)
    var rest = microseconds.magnitude % 1000
    repeat {
      digits(rest / 100)
      rest = rest % 100 * 10
    } while rest > 0
  }

  package mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  package mutating func field(_ name: StaticString, _ value: [String]) {
    key(name)
    strings(value)
  }

  /// Writes an array of strings.
  package mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  /// Writes a value like `value(_:)`.
  package mutating func field(_ name: StaticString, _ value: JSONView) {
    key(name)
    self.value(value)
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func field(_ name: StaticString, raw value: [UInt8]) {
    key(name)
    raw(value)
  }

  /// Writes a valid JSON value verbatim; it must not contain a line break.
  package mutating func field(_ name: StaticString, raw value: String) {
    key(name)
    raw(value)
  }

  /// Copies the fields of an object into the open object, like `value(_:)`.
  ///
  /// - Parameter replaced: names to omit because the record sets them itself; built once.
  package mutating func fields(of object: JSONView, except replaced: JSONNames = .none) {
    guard object.type == .object else { return }
    object.raw.withUnsafeBytes { text in
      guard JSONByte.hasLineBreak(text) else { return fields(in: text, except: replaced) }
      var compact: [UInt8] = []
      // The view was validated, so this cannot throw.
      try? JSONScanner.compact(text, into: &compact)
      compact.withUnsafeBytes { fields(in: $0, except: replaced) }
    }
  }

  /// Copies runs of consecutive fields, including the commas between them.
  private mutating func fields(in text: UnsafeRawBufferPointer, except replaced: JSONNames) {
    guard var walk = JSONWalk(text) else { return }
    var run: Range<Int>?
    while let child = try? walk.next() {
      if replaced.index(of: child, in: text) != nil {
        if let run { raw(UnsafeRawBufferPointer(rebasing: text[run])) }
        run = nil
      } else {
        run = (run?.lowerBound ?? child.key.lowerBound - 1)..<child.value.range.upperBound
      }
    }
    if let run { raw(UnsafeRawBufferPointer(rebasing: text[run])) }
  }
}
