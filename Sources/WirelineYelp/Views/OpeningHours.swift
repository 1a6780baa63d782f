internal import WirelineCore

/// Hours for people.
enum OpeningHours {
  static let closed = "closed"
  private static let longestDay = 9

  /// The days from Monday to Sunday, each with its times; none for hours without any.
  ///
  /// - Parameter today: the day to mark.
  static func week(_ hours: YelpHours, today: YelpWeekday?) -> [CardRow] {
    let periods = Dictionary(grouping: hours.periods.filter { $0.weekday != nil }, by: \.weekday)
    if periods.isEmpty { return [] }
    return YelpWeekday.allCases.map { day in
      let spans = (periods[day] ?? []).map(\.span)
      return CardRow(
        text: padded(day.name, to: longestDay) + "  " + times(spans), isMarked: day == today)
    }
  }

  /// `2026-12-24  10:00–14:00`
  static func special(_ hours: YelpSpecialHours) -> CardRow {
    let times = hours.isClosed == true ? closed : times([hours.span])
    return CardRow(text: [hours.date ?? "?", times].joined(separator: "  "))
  }

  /// `11:00–14:30, 18:00–02:00 (+1)`, in the order of the day; `closed` for none.
  static func times(_ spans: [YelpClockSpan]) -> String {
    let sorted = spans.sorted { ($0.startMinutes ?? .max) < ($1.startMinutes ?? .max) }
    let texts = sorted.compactMap(text)
    return texts.isEmpty ? closed : texts.joined(separator: ", ")
  }

  /// `18:00–02:00 (+1)` where the end is on the day after; nil for a span without times.
  static func text(_ span: YelpClockSpan) -> String? {
    if span.start == nil, span.end == nil { return nil }
    if span.isWholeDay { return "open 24 hours" }
    let start = clock(span.start, span.startMinutes)
    let end = clock(span.end, span.endMinutes)
    return "\(start)–\(end)" + (span.endsNextDay ? " (+1)" : "")
  }

  /// What is no time stays as the API has it.
  private static func clock(_ text: String?, _ minutes: Int?) -> String {
    guard let minutes else { return text ?? "?" }
    return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
