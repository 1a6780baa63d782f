extension JSONWriter {
  /// A string, escaped no more than RFC 8259 §7 asks for.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// An integer in decimal.
  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    number(value)
  }

  /// An integer in decimal.
  package mutating func member(_ name: String, _ value: Int64) {
    key(name)
    number(value)
  }

  /// An integer in decimal.
  package mutating func member(_ name: String, _ value: UInt64) {
    key(name)
    number(value)
  }

  /// A number that is not finite is left out, with its name.
  package mutating func member(_ name: String, _ value: Double) {
    guard value.isFinite else { return }
    key(name)
    number(value)
  }

  /// `true` or `false`.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// An array of strings, also an empty one.
  package mutating func member(_ name: String, _ value: [String]) {
    key(name)
    beginArray()
    for element in value { string(element) }
    endArray()
  }

  /// A value as it came in, digit for digit.
  package mutating func member(_ name: String, _ value: JSONView) {
    key(name)
    self.value(value)
  }

  /// Bytes that are not well-formed UTF-8 become U+FFFD.
  package mutating func member(_ name: String, utf8 value: [UInt8]) {
    key(name)
    string(utf8: value)
  }

  /// - Parameter value: one valid JSON value without a line break.
  package mutating func member(_ name: String, raw value: [UInt8]) {
    key(name)
    raw(value)
  }

  /// - Parameter value: one valid JSON value without a line break.
  package mutating func member(_ name: String, raw value: ArraySlice<UInt8>) {
    key(name)
    raw(value)
  }

  /// - Parameter value: one valid JSON value without a line break.
  package mutating func member(_ name: String, raw value: UnsafeRawBufferPointer) {
    key(name)
    raw(value)
  }
}
