internal import WirelineCore
internal import WirelineRequests

/// Dates and times as people write them, for the API.
enum YelpTimes {
  /// What the API holds: beyond it `open_at` is answered with a 500.
  private static let latest = 2_147_483_647

  /// Seconds since 1970 of digits, of a date, or of a date and time; without a
  /// zone it is UTC.
  static func moment(_ text: String) throws(YelpFault.Reason) -> String {
    if text.utf8.count == 8, Int(digits: text) != nil {
      let date = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
      if RFC3339.seconds(date) != nil, text >= "19000000" {
        throw YelpFault.Reason("\"\(text)\" looks like a date", suggestion: date)
      }
    }
    guard let seconds = Int(digits: text) ?? RFC3339.seconds(text), 0...latest ~= seconds else {
      throw YelpFault.Reason(
        "\"\(text)\" is neither seconds since 1970 nor a time such as 2026-12-24T18:00:00Z")
    }
    return String(seconds)
  }

  static func date(_ text: String) throws(YelpFault.Reason) -> String {
    guard text.utf8.count == 10, RFC3339.seconds(text) != nil else {
      throw YelpFault.Reason("\"\(text)\" is not a date such as 2026-12-24")
    }
    return text
  }

  static func timeOfDay(_ text: String) throws(YelpFault.Reason) -> String {
    guard text.utf8.count == 5, RFC3339.seconds("2000-01-01T\(text):00Z") != nil else {
      throw YelpFault.Reason("\"\(text)\" is not a time such as 18:30")
    }
    return text
  }

  static func month(_ text: String) throws(YelpFault.Reason) -> String {
    let (year, month) = (text.prefix(4), text.suffix(2))
    guard text == year + month || text == "\(year)-\(month)",
      RFC3339.seconds("\(year)-\(month)-01") != nil
    else { throw YelpFault.Reason("\"\(text)\" is not a year and month such as 202611") }
    return String(year + month)
  }
}
