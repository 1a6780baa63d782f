internal import WirelineCore

/// Dates in HTTP fields, RFC 9110 §5.6.7.
package enum HTTPDate {
  /// Parses a date in all forms servers use, RFC 6265 §5.1.1. Returns seconds since 1970, or nil if
  /// day, month, year or time is missing or invalid.
  ///
  /// Ignores weekdays and time zones: the date is in UTC.
  ///
  /// - Parameter now: seconds since 1970, to interpret years of two digits; nil assigns 70…99 to
  ///   the twentieth century.
  package static func seconds(_ text: String, now: Int? = nil) -> Int? {
    var time: Int?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text[...].utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found < 100 ? century(of: found, now) + found : found
      }
    }
    guard let time, let day, let month, let year, year >= 1601,
      let days = validDays(year: year, month: month, day: day)
    else { return nil }
    return days * 86_400 + time
  }

  /// Parses a date in exactly one of the three forms of RFC 9110, ignoring case, as required for
  /// `Expires` (RFC 9111 §5.3).
  static func exact(_ text: String, now: Int) -> Int? {
    let shape = String(
      decoding: text.utf8.map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
          UInt8(ascii: "a")
        default: byte
        }
      }, as: UTF8.self)
    let name = shape.prefix { $0 == "a" }
    let day = text.prefix(name.count).lowercased()
    switch shape.dropFirst(name.count) {
    case ", 00 aaa 0000 00:00:00 aaa", " aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000":
      guard weekdays.contains(where: { $0.prefix(3) == day }) else { return nil }
    case ", 00-aaa-00 00:00:00 aaa":
      guard weekdays.contains(day) else { return nil }
    default: return nil
    }
    guard shape.last != "a" || text.lowercased().hasSuffix("gmt") else { return nil }
    return seconds(text, now: now)
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private typealias Token = Substring.UTF8View

  /// Returns the seconds of the day: `8:49:37`, with one or two digits each. The last number may be
  /// followed by anything but a digit.
  private static func time(_ token: Token) -> Int? {
    let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2, isWhole: true),
      let minute = number(parts[1], digits: 1...2, isWhole: true),
      let second = number(parts[2], digits: 1...2), hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func month(_ token: Token) -> Int? {
    months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased())
      .map { $0 + 1 }
  }

  /// The leading digits of a token, if their number is in `digits`.
  private static func number(
    _ token: Token, digits: ClosedRange<Int>, isWhole: Bool = false
  ) -> Int? {
    let found = token.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.contains(found.count), !isWhole || found.count == token.count else { return nil }
    return Int(String(decoding: found, as: UTF8.self))
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// RFC 9110 §5.6.7: a year of two digits that appears to be more than 50 years in the future is
  /// in the past.
  private static func century(of year: Int, _ now: Int?) -> Int {
    guard let now else { return year < 70 ? 2000 : 1900 }
    let current = CivilDate.year(now)
    let century = current / 100 * 100
    return century + year > current + 50 ? century - 100 : century
  }

  /// Formats a date in the preferred form, RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: since 1970, up to the year 9999.
  package static func text(_ seconds: Int) -> String {
    // 2026-11-21T03:04:05Z
    let parts = CivilDate.timestamp(seconds).split { "-T:Z".contains($0) }
    guard parts.count == 6, let month = Int(parts[1]), (1...12).contains(month) else { return "" }
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    // 1970-01-01 was a Thursday.
    let weekday = abbreviation(weekdays[((day + 3) % 7 + 7) % 7])
    return "\(weekday), \(parts[2]) \(abbreviation(months[month - 1])) \(parts[0]) "
      + "\(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }

  private static func abbreviation(_ name: String) -> String {
    name.prefix(1).uppercased() + name.prefix(3).dropFirst()
  }

  /// The days since 1970-01-01, or nil if the month does not have that day.
  private static func validDays(year: Int, month: Int, day: Int) -> Int? {
    let days = CivilDate.days(year: year, month: month, day: day)
    return day >= 1 && days < CivilDate.days(year: year, month: month + 1, day: 1) ? days : nil
  }
}
