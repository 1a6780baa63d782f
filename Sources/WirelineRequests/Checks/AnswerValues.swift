package import WirelineCore

/// What is printed of an answer.
package enum AnswerValues: Sendable {
  /// The body as it came.
  case whole([UInt8])
  /// These values, a line each, in the order of the answer.
  case values([JSONView])

  /// The bytes as the service wrote them, white space inside a value included.
  package var bytes: [ArraySlice<UInt8>] {
    switch self {
    case .whole(let body): [body[...]]
    case .values(let views): views.map(\.raw)
    }
  }
}
