/// What is wrong with an input record, and where.
package enum RecordFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line is not JSON, or not an object.
  case syntax(String)
  /// The line is longer than `--max-line` allows; both in bytes.
  case tooLong(length: Int, limit: Int)
  /// No field, or a blank one, names what to fetch.
  case missingURL(field: String)
  case invalidURL(InvalidURL)
  case missing(field: String, expected: String)
  case wrongType(field: String, expected: String, found: String)
  case invalid(field: String, reason: String)
  /// The field names a file that a record must not name.
  case forbiddenFile(field: String, path: String, reason: String)
  /// The file that the field names is larger than `limit` bytes.
  case fileTooLarge(field: String, path: String, limit: Int)

  package var description: String {
    switch self {
    case .syntax(let detail): detail
    case .tooLong(let length, let limit):
      "the line has \(length) bytes, more than --max-line \(limit)"
    case .missingURL(let field): "field \"\(field)\" is missing or blank"
    case .invalidURL(let fault): fault.description
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

extension ErrorRecord {
  /// What an input record that asks for nothing possible looks like.
  package init(_ fault: RecordFault, item: InputItem, tool: String) {
    self.init(code: ErrorCode(fault), message: fault.description, tool: tool)
    describe(item)
  }

  /// The record, saying which item it was.
  package func about(_ item: InputItem) -> ErrorRecord {
    var record = self
    record.describe(item)
    return record
  }

  /// Says which item it was.
  package mutating func describe(_ item: InputItem) {
    ref = item.ref
    line = item.isOperand ? nil : item.line
    // A run that options alone describe has nothing that came in.
    input = item.isOperand && item.bytes.isEmpty ? nil : item.bytes
  }
}

extension ErrorCode {
  package init(_ fault: RecordFault) {
    self =
      switch fault {
      case .missingURL: .noURL
      case .invalidURL: .invalidURL
      case .syntax, .tooLong, .missing, .wrongType, .invalid: .invalidInput
      case .forbiddenFile: .forbiddenFile
      case .fileTooLarge: .bodyTooLarge
      }
  }
}
