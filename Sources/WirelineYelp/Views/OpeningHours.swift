internal import WirelineCore

/// Formats opening hours.
enum OpeningHours {
  static let closed = "closed"

  /// The days from Monday to Sunday with their times; empty for hours without any.
  ///
  /// - Parameter today: The day to mark.
  static func week(_ hours: JSONView, today: YelpWeekday?) -> [CardRow] {
    var spans: [YelpWeekday: [YelpClockSpan]] = [:]
    for period in hours["open"]?.elements ?? [] {
      guard let day = period["day"]?.integer.flatMap(YelpWeekday.init(rawValue:)) else { continue }
      spans[day, default: []].append(YelpClockSpan(period))
    }
    if spans.isEmpty { return [] }
    return YelpWeekday.allCases.map { day in
      let name = day.name + String(repeating: " ", count: "Wednesday".count - day.name.count)
      return CardRow(text: name + "  " + times(spans[day] ?? []), isMarked: day == today)
    }
  }

  /// The hours of one date: `2026-12-24  10:00–14:00`.
  static func special(_ hours: JSONView) -> CardRow {
    let times = hours["is_closed"]?.boolean == true ? closed : times([YelpClockSpan(hours)])
    return CardRow(text: [hours["date"]?.string ?? "?", times].joined(separator: "  "))
  }

  /// `11:00–14:30, 18:00–02:00 (+1)` in the order of the day; `closed` for none.
  private static func times(_ spans: [YelpClockSpan]) -> String {
    let sorted = spans.sorted { ($0.startMinutes ?? .max) < ($1.startMinutes ?? .max) }
    let texts = sorted.compactMap(text)
    return texts.isEmpty ? closed : texts.joined(separator: ", ")
  }

  /// `18:00–02:00 (+1)` for an end on the next day; nil for a span without times.
  private static func text(_ span: YelpClockSpan) -> String? {
    if span.start == nil, span.end == nil { return nil }
    if span.isWholeDay { return "open 24 hours" }
    let start = clock(span.start, span.startMinutes)
    let end = clock(span.end, span.endMinutes)
    return "\(start)–\(end)" + (span.endsNextDay ? " (+1)" : "")
  }

  /// `09:30`; text that is not a time is returned unchanged.
  private static func clock(_ text: String?, _ minutes: Int?) -> String {
    guard let minutes else { return text ?? "?" }
    return [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// A period in which a business is open, in local time.
struct YelpClockSpan: Sendable, Equatable {
  /// `HHMM`: `0730`.
  let start: String?
  /// `HHMM`, on the next day for an overnight span.
  let end: String?
  private let isOvernight: Bool?

  /// - Parameter object: An element of `open`, or of `special_hours`.
  init(_ object: JSONView) {
    start = object["start"]?.string
    end = object["end"]?.string
    isOvernight = object["is_overnight"]?.boolean
  }

  /// Minutes after midnight, 0...1440; nil for an invalid time.
  var startMinutes: Int? { start.flatMap(Self.minutes) }
  /// Minutes after midnight, 0...1440, of the next day if `endsNextDay`.
  var endMinutes: Int? { end.flatMap(Self.minutes) }

  /// As the API reports it, otherwise derived from the times.
  var endsNextDay: Bool {
    if let isOvernight { return isOvernight }
    guard let startMinutes, let endMinutes else { return false }
    return endMinutes <= startMinutes
  }

  /// From midnight to midnight, which the API writes as 0000 to 0000.
  var isWholeDay: Bool {
    startMinutes == 0 && (endMinutes == 1440 || endMinutes == 0 && endsNextDay)
  }

  private static func minutes(_ text: String) -> Int? {
    guard text.utf8.count == 4, let number = Int(digits: text), number % 100 < 60, number <= 2400
    else { return nil }
    return number / 100 * 60 + number % 100
  }
}

/// A day of the week with the API's number: 0 is Monday.
package enum YelpWeekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
