/// Dates as HTTP writes them, RFC 9110 §5.6.7.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 of an HTTP date in any of its three forms; nil for any
  /// other text.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
    switch words.count {
    // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
    case 6 where words[5] == "GMT": return date(words[1], words[2], words[3], words[4])
    // Sun Nov  6 08:49:37 1994
    case 5: return date(words[2], words[1], words[4], words[3])
    default: return nil
    }
  }

  private static func date(
    _ day: Substring, _ month: Substring, _ year: Substring, _ time: Substring
  ) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard let day = Int(day), let month = months.firstIndex(of: String(month)),
      var year = Int(year), (0...9999).contains(year), (1...31).contains(day), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // A year of two digits is the nearest such year in the past (§5.6.7).
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return CivilDate.days(year: year, month: month + 1, day: day) * 86_400 + hour * 3600
      + minute * 60 + second
  }
}
