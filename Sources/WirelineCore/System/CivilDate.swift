/// The proleptic Gregorian calendar in UTC. A calendar library would slow down the start of every
/// tool.
package enum CivilDate {
  /// Days from 1970-01-01 to a date. Months beyond December continue in the next year. From Howard
  /// Hinnant, "chrono-compatible low-level date algorithms".
  package static func days(year: Int, month: Int, day: Int) -> Int {
    if month > 12 { return days(year: year + 1, month: month - 12, day: day) }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func year(_ seconds: Int) -> Int {
    Int(timestamp(seconds).prefix { $0 != "-" }) ?? 1970
  }

  /// `2026-11-21T03:04:05Z`, RFC 3339.
  package static func timestamp(_ seconds: Int) -> String {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - day * 86_400
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [(year, 4), (month, 2), (dayOfYear - (153 * part + 2) / 5 + 1, 2)]
    let time = [(rest / 3600, 2), (rest / 60 % 60, 2), (rest % 60, 2)]
    return date.map { $0.0.text(digits: $0.1) }.joined(separator: "-") + "T"
      + time.map { $0.0.text(digits: $0.1) }.joined(separator: ":") + "Z"
  }
}

extension Duration {
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// Microseconds, rounded toward zero.
  var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }

  /// The duration in milliseconds, rounded to three decimals.
  package var milliseconds: Double { Double(microseconds) / 1000 }

  /// `30 s`, `1.5 s` or `250 ms`.
  package var unitText: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let (whole, rest) = (milliseconds / 1000, milliseconds % 1000)
    return rest == 0 ? "\(whole) s" : "\(Double(milliseconds) / 1000) s"
  }
}
