/// Why a value was not taken: `expected a time such as 500ms, 30s, 5m`.
package struct InvalidArgument: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter expected: what would have been taken, without the word "expected".
  package init(expected: String) { description = "expected \(expected)" }
}
