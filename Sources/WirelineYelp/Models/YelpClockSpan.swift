internal import WirelineCore

/// From when to when a place is open, by the clock of the place.
package struct YelpClockSpan: Sendable, Equatable {
  /// `HHMM`: `0730`.
  package let start: String?
  /// `HHMM`, on the next day where the span is overnight.
  package let end: String?
  /// As the API says it.
  package let isOvernight: Bool?

  init(_ object: YelpObject) throws(YelpFault) {
    start = try object.string("start")
    end = try object.string("end")
    isOvernight = try object.boolean("is_overnight")
  }

  /// Minutes after midnight, 0…1440; nil where there is no such time.
  package var startMinutes: Int? { start.flatMap(Self.minutes) }
  /// Minutes after midnight, 0…1440, of the next day where `endsNextDay`.
  package var endMinutes: Int? { end.flatMap(Self.minutes) }

  /// The end is on the day after; where the API does not say so, the times do.
  package var endsNextDay: Bool {
    if let isOvernight { return isOvernight }
    guard let startMinutes, let endMinutes else { return false }
    return endMinutes <= startMinutes
  }

  /// From midnight to midnight, which the API writes as 0000 to 0000.
  package var isWholeDay: Bool {
    startMinutes == 0 && (endMinutes == 1440 || endMinutes == 0 && endsNextDay)
  }

  /// Of `HHMM`, 0000…2400; nil for another text.
  private static func minutes(_ text: String) -> Int? {
    guard text.utf8.count == 4, let number = Int(digits: text), number % 100 < 60, number <= 2400
    else { return nil }
    return number / 100 * 60 + number % 100
  }
}
