internal import WirelineCore
internal import WirelineRequests

/// A value that a response must contain, `--require POINTER[:type]`.
///
/// The last colon is followed by a type or by nothing, which allows any type: `/dc:title:` names a
/// field that contains a colon. With a `?` after the type, as in `/page:integer?`, the value may be
/// missing.
struct BodyRequirement: ArgumentValue, Equatable {
  let pointer: BodyPointer
  /// The required type; nil for any value including `null`.
  let type: BodyValueType?
  let isOptional: Bool

  init(parsing text: String) throws(InvalidArgument) {
    let end = text.lastIndex(of: ":") ?? text.endIndex
    pointer = try BodyPointer(parsing: String(text[..<end]))
    var name = text[end...].dropFirst()
    isOptional = name.hasSuffix("?")
    if isOptional { name.removeLast() }
    type = BodyValueType(rawValue: String(name))
    guard type != nil || name.isEmpty && !isOptional else {
      let types = BodyValueType.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidArgument(
        expected: "a JSON pointer such as /id or /id:integer: unknown type \"\(name)\" (types: "
          + "\(types)); end with \":\" if the name contains a colon")
    }
  }

  /// Throws an error if a response does not meet the requirement.
  func check(_ document: JSONView) throws(CheckFailure) {
    guard let value = pointer.value(in: document) else {
      if isOptional { return }
      throw .missing(pointer, expected: type?.rawValue)
    }
    guard let type, !type.includes(value) else { return }
    throw .wrongType(pointer, expected: type.rawValue, found: value.type)
  }
}

/// The types for `--require`. `integer` is a number without a fraction, in any notation, within the
/// precision of a double.
enum BodyValueType: String, CaseIterable, Sendable {
  case string, number, integer, boolean, array, object, null

  func includes(_ value: JSONView) -> Bool {
    switch self {
    case .integer: value.type == .number && BodyValueType.isWhole(value)
    default: value.type.rawValue == rawValue
    }
  }

  /// Whether a number is an integer within the precision of a double: `12`, `1.0`, `12e3`, `1.5e1`.
  private static func isWhole(_ number: JSONView) -> Bool {
    number.double.map { $0.rounded() == $0 } ?? false
  }
}

/// The type of the whole response, for `--expect`.
enum BodyShape: String, ChoiceArgument {
  case json
  case object, array

  func check(_ document: JSONView) throws(CheckFailure) {
    guard self != .json, document.type.rawValue != rawValue else { return }
    throw .wrongType(.whole, expected: rawValue, found: document.type)
  }
}

/// A valid JSON Pointer, RFC 6901.
struct BodyPointer: ArgumentValue, Hashable, CustomStringConvertible {
  static let whole = BodyPointer(wellFormed: "")

  /// As written: `/data/items`, or empty for the whole response.
  let text: String

  init(parsing text: String) throws(InvalidArgument) {
    guard text.isEmpty || text.utf8.first == JSONByte.slash else {
      throw InvalidArgument(
        expected: "a JSON pointer such as /items/0: a JSON pointer begins with \"/\"")
    }
    guard Self.hasOnlyKnownEscapes(text) else {
      throw InvalidArgument(
        expected: "a JSON pointer such as /items/0: \"~\" is written \"~0\" in a JSON pointer")
    }
    self.text = text
  }

  private init(wellFormed text: String) { self.text = text }

  var description: String { text }

  /// The value it refers to, or nil.
  func value(in document: JSONView) -> JSONView? { document.pointer(text) }

  /// The pointer to the object or array that contains the value; nil for the whole response.
  var parent: BodyPointer? {
    text.lastIndex(of: "/").map { BodyPointer(wellFormed: String(text[..<$0])) }
  }

  /// This pointer, relative to an element of an array, as a pointer into the whole body.
  func inside(element index: Int, of array: BodyPointer) -> BodyPointer {
    BodyPointer(wellFormed: "\(array.text)/\(index)\(text)")
  }

  /// RFC 6901 §3: a tilde is followed by 0 or 1.
  private static func hasOnlyKnownEscapes(_ text: String) -> Bool {
    var isAfterTilde = false
    for byte in text.utf8 {
      if isAfterTilde, byte != 0x30, byte != 0x31 { return false }
      isAfterTilde = byte == 0x7E
    }
    return !isAfterTilde
  }
}

/// Why a response fails its checks. None of it is printed then.
enum CheckFailure: Error, Equatable, Sendable {
  /// The body is not a JSON text; the offset is in bytes from its start.
  case notJSON(JSONSyntaxError)
  case emptyBody
  /// The value is missing; `expected` is a type, or nil for any.
  case missing(BodyPointer, expected: String?)
  case wrongType(BodyPointer, expected: String, found: JSONType)
  /// `--error-if` found a value; `message` is its text, and `detail` the error object as JSON.
  case reported(BodyPointer, message: String, detail: [UInt8]? = nil)
  /// A line of a stream is not a JSON text.
  case invalidLine(Int, JSONSyntaxError)
  /// An event or a line of a stream is longer than `limit` bytes.
  case oversizedEvent(limit: Int)
  /// Too many events of a stream wait for an earlier request.
  case tooManyEvents

  var message: String {
    switch self {
    case .notJSON(let error): "the response is not JSON: \(error)"
    case .emptyBody: "the response is empty: expected JSON"
    case .missing(let pointer, let expected):
      "\"\(pointer)\" is missing from the response: expected \(expected ?? "a value")"
    case .wrongType(let pointer, let expected, let found):
      pointer == .whole
        ? "the response has the wrong type: expected \(expected), found \(found)"
        : "\"\(pointer)\" in the response has the wrong type: expected \(expected), found \(found)"
    case .reported(let pointer, let message, _):
      "the response reports an error at \"\(pointer)\": \(message)"
    case .invalidLine(let number, let error):
      "line \(number) of the response is not JSON: \(error)"
    case .oversizedEvent(let limit): "an event of the response is larger than --max-body \(limit)"
    case .tooManyEvents: "too many events wait for an earlier request: use --unordered"
    }
  }
}

extension ErrorRecord {
  init(_ failure: CheckFailure, status: Int, url: String, attempts: Int?, tool: String) {
    let code: ErrorCode =
      switch failure {
      case .reported: .apiError
      case .emptyBody: .emptyBody
      case .notJSON, .missing, .wrongType, .invalidLine: .decode
      case .oversizedEvent, .tooManyEvents: .bodyTooLarge
      }
    self.init(code: code, message: failure.message, tool: tool, isRetryable: false)
    self.status = status
    self.attempts = attempts
    self.url = url.isEmpty ? nil : url
    if case .reported(_, _, let detail) = failure { self.detail = detail }
  }
}
