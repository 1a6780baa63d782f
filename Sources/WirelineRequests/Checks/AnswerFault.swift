package import WirelineCore

/// Why an answer is not what was asked for. Nothing of it is printed then.
package enum AnswerFault: Error, Equatable, Sendable {
  /// The body is not one JSON text; the offset is in bytes from its start.
  case notJSON(JSONSyntaxError)
  /// There is no value; `expected` is a type, or nil for any value.
  case missing(AnswerPointer, expected: String?)
  /// There is a value of another type.
  case wrongType(AnswerPointer, expected: String, found: JSONType)
  /// `--error-if` found a value; `message` is its text.
  case reported(AnswerPointer, message: String)

  /// The pointer it is about; nil where the body has no values at all.
  package var pointer: AnswerPointer? {
    switch self {
    case .notJSON: nil
    case .missing(let pointer, _), .wrongType(let pointer, _, _), .reported(let pointer, _):
      pointer
    }
  }

  /// Whether the service said itself that the request failed.
  package var isReported: Bool {
    if case .reported = self { true } else { false }
  }

  /// One line for people and records.
  package var message: String {
    switch self {
    case .notJSON(let error): "the answer is not JSON: \(error)"
    case .missing(let pointer, let expected):
      "\"\(pointer)\" is missing in the answer: expected \(expected ?? "a value")"
    case .wrongType(let pointer, let expected, let found):
      pointer == .whole
        ? "the answer is of the wrong type: expected \(expected), found \(found)"
        : "\"\(pointer)\" in the answer is of the wrong type: expected \(expected), found \(found)"
    case .reported(let pointer, let message):
      "the answer reports an error at \"\(pointer)\": \(message)"
    }
  }
}
