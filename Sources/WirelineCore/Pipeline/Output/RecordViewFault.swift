/// A record is not what a view can show.
package struct RecordViewFault: Error, Equatable, Sendable {
  /// For people: `at "/rating": expected a number, found string`.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
