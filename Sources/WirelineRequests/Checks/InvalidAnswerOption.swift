/// A text of `--require`, `--select`, `--each`, `--error-if` or `--paginate` that says nothing.
package struct InvalidAnswerOption: Error, Equatable, Sendable, CustomStringConvertible {
  /// As it was given.
  package let text: String
  /// Why, in lower case.
  package let reason: String

  package init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }

  /// One line: `"/a:strin" is not understood: "strin" is no type`.
  package var description: String { "\"\(text)\" is not understood: \(reason)" }
}
