/// Typed access to the fields of an input record, with errors that name them.
package struct RecordFields {
  private let object: JSONObject
  private let names: [String]

  package init(_ object: JSONObject, names: [String]) {
    self.object = object
    self.names = names
  }

  /// The value of a field; nil if it is absent or null.
  package func view(_ index: Int) -> JSONView? {
    object[present: index]
  }

  package func string(_ index: Int) throws(InputRecordError) -> String? {
    guard let view = view(index) else { return nil }
    guard let text = view.string else { throw wrongType(index, expected: "a string", found: view) }
    return text
  }

  package func number(_ index: Int) throws(InputRecordError) -> Double? {
    guard let view = view(index) else { return nil }
    guard let number = view.double, number.isFinite else {
      throw wrongType(index, expected: "a number", found: view)
    }
    return number
  }

  /// A time in seconds above zero; at most a million days.
  package func seconds(_ index: Int) throws(InputRecordError) -> Duration? {
    guard let number = try number(index) else { return nil }
    guard number > 0, number < 86_400e6 else {
      throw .invalid(field: names[index], reason: "expected seconds above 0")
    }
    return .nanoseconds(Int64(number * 1e9))
  }

  /// A whole number, 0 or more.
  package func count(_ index: Int) throws(InputRecordError) -> Int? {
    guard let view = view(index) else { return nil }
    guard let number = view.integer, number >= 0 else {
      throw wrongType(index, expected: "a whole number, 0 or more", found: view)
    }
    return number
  }

  /// `high`, `normal`, `low` or an integer. Higher priorities are processed first.
  package func priority(_ index: Int) throws(InputRecordError) -> Int? {
    guard let view = view(index) else { return nil }
    if let number = view.integer { return number }
    switch view.string {
    case "high": return 1
    case "normal": return 0
    case "low": return -1
    // The cells of a table are strings.
    case let text? where Int(text) != nil: return Int(text)
    default:
      throw wrongType(index, expected: "\"high\", \"normal\", \"low\" or an integer", found: view)
    }
  }

  private func wrongType(
    _ index: Int, expected: String, found view: JSONView
  ) -> InputRecordError {
    .wrongType(field: names[index], expected: expected, found: view.shortText)
  }
}

extension JSONView {
  /// The text of a string, number or boolean; nil for other values.
  package var scalarText: String? {
    switch type {
    case .string: string
    case .number, .boolean: String(decoding: raw, as: UTF8.self)
    case .null, .array, .object: nil
    }
  }

  /// The type and, for a short scalar, the value; for messages.
  package var shortText: String {
    switch type {
    case .string, .number:
      raw.count <= 40 ? "\(type.rawValue) \(String(decoding: raw, as: UTF8.self))" : type.rawValue
    default: type.rawValue
    }
  }
}

/// An error in an input record.
package enum InputRecordError: Error, Sendable, Equatable, CustomStringConvertible {
  case syntax(String)
  /// The line is longer than `--max-line` allows. Both are in bytes.
  case tooLong(length: Int, limit: Int)
  case missingURL(field: String)
  /// `text` is the text as given, with any password masked.
  case invalidURL(text: String, reason: String, hint: String?)
  case missing(field: String, expected: String)
  case wrongType(field: String, expected: String, found: String)
  case invalid(field: String, reason: String)
  case forbiddenFile(field: String, path: String, reason: String)
  /// The file that the field names is larger than `limit` bytes.
  case fileTooLarge(field: String, path: String, limit: Int)

  package var description: String {
    switch self {
    case .syntax(let detail): detail
    case .tooLong(let length, let limit):
      "the line has \(length) bytes, more than --max-line \(limit)"
    case .missingURL(let field): "field \"\(field)\" is missing or blank"
    case .invalidURL(let text, let reason, _): "invalid URL \"\(text)\": \(reason)"
    case .missing(let field, let expected): "field \"\(field)\" is missing: expected \(expected)"
    case .wrongType(let field, let expected, let found):
      "field \"\(field)\": expected \(expected), found \(found)"
    case .invalid(let field, let reason): "field \"\(field)\": \(reason)"
    case .forbiddenFile(let field, let path, let reason):
      "field \"\(field)\": cannot use \"\(path)\": \(reason)"
    case .fileTooLarge(let field, let path, let limit):
      "field \"\(field)\": \"\(path)\" is larger than --max-body \(limit)"
    }
  }
}

extension ErrorCode {
  package init(_ error: InputRecordError) {
    self =
      switch error {
      case .missingURL: .noURL
      case .invalidURL: .invalidURL
      case .syntax, .tooLong, .missing, .wrongType, .invalid: .invalidInput
      case .forbiddenFile: .forbiddenFile
      case .fileTooLarge: .bodyTooLarge
      }
  }
}
