internal import WirelineCore

/// Parses the date of an `Expires` attribute in all forms servers use, RFC 6265 §5.1.1.
enum CookieDate {
  /// Returns seconds since 1970, or nil if day, month, year or time is missing or invalid.
  ///
  /// Ignores weekdays and time zones: the date is in UTC.
  static func seconds(_ text: String) -> Int? {
    var time: (hour: Int, minute: Int, second: Int)?
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
        year = found
      }
    }
    guard let time, let day, let month, let year else { return nil }
    return seconds(day: day, month: month, year: fourDigits(year), time)
  }

  private static func seconds(
    day: Int, month: Int, year: Int, _ time: (hour: Int, minute: Int, second: Int)
  ) -> Int? {
    guard year >= 1601, time.hour < 24, time.minute < 60, time.second < 60 else { return nil }
    let first = CivilDate.days(year: year, month: month, day: 1)
    let next = CivilDate.days(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    guard (1...(next - first)).contains(day) else { return nil }
    return (first + day - 1) * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
  }

  private static func fourDigits(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  private typealias Token = Substring.UTF8View

  /// `8:49:37`, with one or two digits each. The last number may be followed by anything but a
  /// digit.
  private static func time(_ token: Token) -> (hour: Int, minute: Int, second: Int)? {
    let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2, isWhole: true),
      let minute = number(parts[1], digits: 1...2, isWhole: true),
      let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func month(_ token: Token) -> Int? {
    HTTPDate.months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased())
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
}
