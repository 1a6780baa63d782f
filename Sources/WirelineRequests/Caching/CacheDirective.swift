internal import WirelineCore

/// One member of a `Cache-Control` field, RFC 9111 §5.2.
package struct CacheDirective: Sendable, Equatable {
  /// Lower case: directives are compared without case.
  package let name: String
  /// What follows `=`, without quotes and escapes; nil where there is no `=`.
  package let argument: String?
  /// Whether the argument breaks the grammar: white space around `=`, a quoted
  /// string without its end, something after it. What such a directive permits
  /// is not to be relied on; what it forbids is.
  package let isMalformed: Bool

  /// The argument as seconds; nil where it is missing, malformed or no number.
  var seconds: Int? { isMalformed ? nil : argument.flatMap { DeltaSeconds.parse($0) } }

  /// The field names that the argument lists; nil where it lists none.
  var fieldNames: [String]? {
    guard !isMalformed, let argument else { return nil }
    let names = argument.split(separator: ",").map(\.trimmingSpaces).filter { !$0.isEmpty }
    return names.isEmpty ? nil : names
  }

  /// The directives of every field value of a message, in order.
  package static func parse(_ values: [String]) -> [CacheDirective] {
    values.flatMap { value in
      var parser = CacheDirectiveParser(value)
      return parser.directives()
    }
  }
}
