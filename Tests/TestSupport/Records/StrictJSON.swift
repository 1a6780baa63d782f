/// A JSON value (RFC 8259) with its verbatim text.
///
/// The tests use this simple reader to be independent of the tools' scanner.
package struct StrictJSON: Sendable, Equatable {
  package indirect enum Value: Sendable, Equatable {
    /// In order; the reader rejects duplicate names.
    case object([Member])
    case array([StrictJSON])
    case string(String)
    /// Its digits are in `StrictJSON.text`.
    case number
    case boolean(Bool)
    case null
  }

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: StrictJSON
  }

  package let value: Value
  /// The value verbatim.
  package let text: String

  /// Parses a value, which may be surrounded by white space.
  package init(_ text: String) throws(StrictJSONError) {
    self = try StrictJSON(bytes: Array(text.utf8))
  }

  package init(bytes: [UInt8]) throws(StrictJSONError) {
    var reader = StrictJSONReader(bytes)
    self = try reader.document()
  }

  /// Whether the tools have to accept a text: valid, with at most 512 levels; names may repeat.
  package static func isAcceptable(_ bytes: [UInt8]) -> Bool {
    var reader = StrictJSONReader(bytes, maximumDepth: 512, allowsDuplicates: true)
    return (try? reader.document()) != nil
  }

  init(value: Value, text: String) {
    self.value = value
    self.text = text
  }

  /// The field of an object; nil if absent or not an object.
  package subscript(_ name: String) -> StrictJSON? {
    members.first { $0.name == name }?.value
  }

  /// The element of an array; nil if absent.
  package subscript(_ index: Int) -> StrictJSON? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  /// The fields of an object; empty for other values.
  package var members: [Member] {
    if case .object(let members) = value { members } else { [] }
  }

  /// The elements of an array; empty for other values.
  package var elements: [StrictJSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  package var string: String? { if case .string(let string) = value { string } else { nil } }
  package var boolean: Bool? { if case .boolean(let boolean) = value { boolean } else { nil } }
  package var isObject: Bool { if case .object = value { true } else { false } }
  package var isArray: Bool { if case .array = value { true } else { false } }

  package var number: Double? { value == .number ? Double(text) : nil }

  /// The value of a number without fraction and exponent.
  package var integer: Int? { value == .number ? Int(text) : nil }

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
