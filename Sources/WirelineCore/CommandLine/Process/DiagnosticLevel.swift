/// How much goes to stderr.
package enum DiagnosticLevel: Int, Comparable, Sendable {
  /// `-qq`: nothing.
  case nothing
  /// `-q`.
  case errors
  case normal
  /// `-v`.
  case verbose

  /// - Parameters:
  ///   - quiet: how often `-q` was given.
  ///   - verbose: how often `-v` was given; one undoes one `-q`.
  package init(quiet: Int, verbose: Int) {
    let sum = Self.normal.rawValue + verbose - quiet
    self = Self(rawValue: min(max(sum, 0), Self.verbose.rawValue)) ?? .normal
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
