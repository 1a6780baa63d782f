internal import WirelineCore

/// Dates in HTTP fields, RFC 9110 §5.6.7.
enum HTTPDate {
  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Parses an HTTP date in any of its three forms, tolerating missing digits and additional
  /// spaces. Returns seconds since 1970.
  ///
  /// - Parameter now: seconds since 1970, to interpret years of two digits; nil assigns 70…99 to
  ///   the twentieth century.
  static func seconds(_ text: String, now: Int? = nil) -> Int? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
    switch words.count {
    // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
    case 6 where words[5].lowercased() == "gmt":
      return date(words[1], words[2], words[3], words[4], now)
    // Sun Nov  6 08:49:37 1994
    case 5: return date(words[2], words[1], words[4], words[3], now)
    default: return nil
    }
  }

  /// Parses a date in exactly one of the three forms, ignoring case, as required for `Expires` (RFC
  /// 9111 §5.3).
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
    return seconds(text, now: now)
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func date(
    _ day: Substring, _ month: Substring, _ year: Substring, _ time: Substring, _ now: Int?
  ) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { Int(digits: $0) }
    guard let day = Int(digits: day), let month = months.firstIndex(of: month.lowercased()),
      var full = Int(digits: year), full <= 9999, clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    if year.utf8.count <= 2 { full = century(of: full, now) + full }
    guard let days = CivilDate.validDays(year: full, month: month + 1, day: day) else { return nil }
    return days * 86_400 + hour * 3600 + minute * 60 + second
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
  static func text(_ seconds: Int) -> String {
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
}

extension CivilDate {
  /// The days since 1970-01-01, or nil if the month does not have that day.
  static func validDays(year: Int, month: Int, day: Int) -> Int? {
    let days = days(year: year, month: month, day: day)
    return day >= 1 && days < self.days(year: year, month: month + 1, day: 1) ? days : nil
  }
}
