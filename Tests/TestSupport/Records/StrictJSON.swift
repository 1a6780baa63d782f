/// A JSON value as RFC 8259 has it, with the exact bytes it came as.
///
/// The tests' own reader, slow and plain on purpose: what checks the tools' scanner must not be it.
package struct StrictJSON: Sendable, Equatable {
  package indirect enum Value: Sendable, Equatable {
    /// In order; the reader refuses a repeated name.
    case object([Member])
    case array([StrictJSON])
    case string(String)
    /// Its text is in `StrictJSON.text`.
    case number
    case boolean(Bool)
    case null
  }

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: StrictJSON
  }

  package let value: Value
  /// The value as it was written.
  package let text: String

  /// Reads one value with nothing but white space around it.
  package init(_ text: String) throws(StrictJSONError) {
    self = try StrictJSON(bytes: Array(text.utf8))
  }

  package init(bytes: [UInt8]) throws(StrictJSONError) {
    var reader = StrictJSONReader(bytes)
    self = try reader.document()
  }

  init(value: Value, text: String) {
    self.value = value
    self.text = text
  }

  /// The member of an object; nil if it has none of that name, or is no object.
  package subscript(_ name: String) -> StrictJSON? {
    members.first { $0.name == name }?.value
  }

  /// The element of an array; nil if it is not there.
  package subscript(_ index: Int) -> StrictJSON? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  /// The members of an object; none if it is something else.
  package var members: [Member] {
    if case .object(let members) = value { members } else { [] }
  }

  /// The elements of an array; none if it is something else.
  package var elements: [StrictJSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  package var string: String? { if case .string(let string) = value { string } else { nil } }
  package var boolean: Bool? { if case .boolean(let boolean) = value { boolean } else { nil } }
  package var isObject: Bool { if case .object = value { true } else { false } }
  package var isArray: Bool { if case .array = value { true } else { false } }

  package var number: Double? { value == .number ? Double(text) : nil }

  /// A number written without fraction and exponent.
  package var integer: Int? { value == .number ? Int(text) : nil }

  /// Equal but for the order of members, the spelling of strings and the white space.
  package func means(_ other: StrictJSON) -> Bool {
    switch (value, other.value) {
    case (.object(let mine), .object(let theirs)):
      mine.count == theirs.count
        && mine.allSatisfy { member in
          theirs.contains { $0.name == member.name && $0.value.means(member.value) }
        }
    case (.array(let mine), .array(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.means($1) }
    // Digit for digit.
    case (.number, .number): text == other.text
    default: value == other.value
    }
  }

  /// A string as a JSON literal.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
