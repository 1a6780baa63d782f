internal import WirelineCore

extension HTTPDate {
  /// The preferred form, RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: since 1970, up to the year 9999.
  package static func text(_ seconds: Int) -> String {
    // 2026-11-21T03:04:05Z, with the calendar done.
    let parts = CivilDate.timestamp(seconds).split { "-T:Z".contains($0) }
    guard parts.count == 6, let month = Int(parts[1]), (1...12).contains(month) else { return "" }
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    // 1970-01-01 was a Thursday.
    let weekday = weekdays[((day + 4) % 7 + 7) % 7]
    return "\(weekday), \(parts[2]) \(monthNames[month - 1]) \(parts[0]) "
      + "\(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
