internal import WirelineCore

/// Dates and times on the Internet, RFC 3339.
enum RFC3339 {
  /// Parses a date, or a date and time: `2026-12-24`, `2026-12-24T18:00`, `2026-12-24 18:00:00`,
  /// `2026-12-24T18:00:00.25+01:00`. The offset may also be `+0100` or `+01`; the default is UTC.
  /// Returns seconds since 1970 without the fraction, or nil for any other text and for dates that
  /// do not exist.
  static func seconds(_ text: String) -> Int? {
    var reader = Reader(rest: Substring(text).utf8[...])
    guard let year = reader.number(4), reader.consume("-"), let month = reader.number(2),
      1...12 ~= month, reader.consume("-"), let day = reader.number(2),
      day >= 1
    else { return nil }
    let days = CivilDate.days(year: year, month: month, day: day)
    if days >= CivilDate.days(year: year, month: month + 1, day: 1) { return nil }
    if reader.rest.isEmpty { return days * 86_400 }
    guard reader.consume("T") || reader.consume("t") || reader.consume(" "),
      let clock = reader.clock(), let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    return days * 86_400 + clock - offset
  }

  private struct Reader {
    var rest: Substring.UTF8View.SubSequence

    mutating func consume(_ sign: Unicode.Scalar) -> Bool {
      guard let byte = rest.first, UInt32(byte) == sign.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, let number = Int(digits: Substring(digits)) else { return nil }
      rest = rest.dropFirst(count)
      return number
    }

    /// Returns seconds of the day.
    mutating func clock() -> Int? {
      guard let hour = number(2), hour <= 23, consume(":"), let minute = number(2), minute <= 59
      else { return nil }
      guard consume(":") else { return hour * 3600 + minute * 60 }
      // Treat a leap second as the first second of the next minute.
      guard let second = number(2), second <= 60 else { return nil }
      if consume(".") {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
      }
      return hour * 3600 + minute * 60 + second
    }

    /// Returns seconds east of UTC.
    mutating func offset() -> Int? {
      if rest.isEmpty || consume("Z") || consume("z") { return 0 }
      let isWest = consume("-")
      guard isWest || consume("+"), let hours = number(2), hours <= 23 else { return nil }
      var minutes = 0
      if !rest.isEmpty {
        _ = consume(":")
        guard let given = number(2), given <= 59 else { return nil }
        minutes = given
      }
      let seconds = hours * 3600 + minutes * 60
      return isWest ? -seconds : seconds
    }
  }
}
