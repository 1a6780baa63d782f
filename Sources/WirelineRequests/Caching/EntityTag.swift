internal import WirelineCore

/// A validator of a representation, RFC 9110 §8.8.3.
package struct EntityTag: Sendable, Equatable {
  /// The opaque tag with its quotes.
  package let opaque: String
  package let isWeak: Bool

  /// A text that is no entity tag (without quotes, `w/"…"`) is taken as it is,
  /// and for weak: its sender knows little of tags.
  package init(_ field: String) {
    let text = field.trimmingSpaces
    let hasMark = text.hasPrefix("W/")
    opaque = hasMark ? String(text.dropFirst(2)) : text
    let isQuoted = opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
    isWeak = hasMark || !isQuoted
  }

  /// RFC 9110 §8.8.3.2: both strong and the same.
  package func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// RFC 9110 §8.8.3.2: the same, whether weak or strong.
  package func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}
