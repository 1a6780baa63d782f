/// How a part of a text looks on a terminal: a sequence of ECMA-48 §8.3.117.
package enum TextStyle: Sendable {
  /// The name of what is shown.
  case title
  /// What says what stands beside it.
  case label
  /// What is true now, among what is true at other times.
  case current
  /// What may be overlooked, and should not.
  case warning
  /// Yelp's red, #D32323.
  case stars

  static let end = "\u{1B}[0m"

  var sequence: String {
    switch self {
    case .title, .current: "\u{1B}[1m"
    case .label: "\u{1B}[2m"
    case .warning: "\u{1B}[33m"
    case .stars: "\u{1B}[38;2;211;35;35m"
    }
  }
}
