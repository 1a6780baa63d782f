internal import WirelineRequests

/// A date and a time as the API writes them, with a zone or without.
///
/// Reviews have `2016-08-29 00:41:13`, events `2018-06-02T20:00:00-07:00`.
package struct YelpTimestamp: Equatable, Sendable {
  /// As it was written.
  package let text: String
  /// Since 1970; without a zone the time is taken as UTC.
  package let seconds: Int

  /// Nil for what `RFC3339` cannot read.
  package init?(_ text: String) {
    guard let seconds = RFC3339.seconds(text) else { return nil }
    self.text = text
    self.seconds = seconds
  }

  /// By the calendar of the place: `2018-06-02`.
  package var date: String { String(text.prefix(10)) }

  /// By the clock of the place: `20:00`; nil where only the day is known.
  package var clock: String? {
    let clock = text.dropFirst(11).prefix(5)
    return clock.isEmpty ? nil : String(clock)
  }

  /// As it was written: `-07:00`, `Z`; nil where there is none.
  package var zone: String? {
    let rest = text.dropFirst(16).drop { $0 != "+" && $0 != "-" && $0 != "Z" && $0 != "z" }
    return rest.isEmpty ? nil : String(rest)
  }
}
