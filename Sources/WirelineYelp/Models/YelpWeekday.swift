/// A day of the week as the API counts it: 0 is Monday.
package enum YelpWeekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// For people: `Monday`.
  package var name: String {
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

  /// The day of a moment where clocks are `offset` seconds ahead of UTC.
  ///
  /// - Parameter seconds: since 1970-01-01, which was a Thursday.
  package init(seconds: Int, offset: Int = 0) {
    let local = seconds + offset
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    self = Self.allCases[((day + 3) % 7 + 7) % 7]
  }
}
