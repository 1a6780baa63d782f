/// Where a value is, in bytes of the text that was scanned, and what it is.
package struct JSONField: Equatable, Sendable {
  /// Without white space around it.
  package let range: Range<Int>
  /// What the first byte says it is.
  package let type: JSONType

  /// A place in a text; nothing is checked.
  package init(range: Range<Int>, type: JSONType) {
    self.range = range
    self.type = type
  }
}
