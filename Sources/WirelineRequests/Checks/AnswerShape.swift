internal import WirelineCore

/// `--expect`: what the whole answer must be.
package enum AnswerShape: String, CaseIterable, Sendable {
  /// Any JSON text.
  case json
  case object, array

  func check(_ answer: JSONView) throws(AnswerFault) {
    guard self != .json, answer.type.rawValue != rawValue else { return }
    throw .wrongType(.whole, expected: rawValue, found: answer.type)
  }
}
