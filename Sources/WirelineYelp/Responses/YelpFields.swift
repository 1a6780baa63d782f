internal import WirelineCore
internal import WirelineRequests

/// Fields of objects that a `YelpSchema` accepted.
extension JSONView {
  /// A web address; nil for `""`, which the API writes for none.
  func link(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A time; seconds since 1970 become RFC 3339.
  func time(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    return value.integer.map { CivilDate.timestamp($0) } ?? value.string
  }

  func strings(_ name: String) -> [String] {
    self[name]?.elements.compactMap(\.string) ?? []
  }

  /// The weekly hours of a business, which a search names differently.
  var openingHours: [JSONView] { list("hours", or: "business_hours") }

  /// The hours of single dates; the API writes the first name, other clients the second.
  var specialHours: [JSONView] { list("special_hours", or: "specialHours") }

  /// Whether a business was open at the time of the response; nil if unknown.
  var isOpenNow: Bool? { openingHours.lazy.compactMap { $0["is_open_now"]?.boolean }.first }

  /// The address of a `location` in one line; nil if it is empty.
  var addressLine: String? {
    var parts = strings("display_address")
    if parts.isEmpty {
      let region = [self["state"]?.string, self["zip_code"]?.string].compactMap(\.self)
        .filter { !$0.isEmpty }.joined(separator: " ")
      let street = ["address1", "address2", "address3", "city"].map { self[$0]?.string }
      parts = (street + [region, self["country"]?.string]).compactMap(\.self)
    }
    let line = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return line.isEmpty ? nil : line
  }

  private func list(_ name: String, or other: String) -> [JSONView] {
    let list = self[name].flatMap { $0.type == .null ? nil : $0 } ?? self[other]
    return list?.elements ?? []
  }
}

/// A period in which a business is open, in local time.
struct YelpClockSpan: Sendable, Equatable {
  /// `HHMM`: `0730`.
  let start: String?
  /// `HHMM`, on the next day for an overnight span.
  let end: String?
  private let isOvernight: Bool?

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
enum YelpWeekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var name: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue]
  }
}

/// A date and a time in the formats of the API, with or without a zone.
///
/// Reviews have `2016-08-29 00:41:13`, events `2018-06-02T20:00:00-07:00`.
struct YelpTimestamp: Equatable, Sendable {
  private let text: String

  /// Returns nil for text that `RFC3339` cannot parse.
  init?(_ text: String) {
    guard RFC3339.seconds(text) != nil else { return nil }
    self.text = text
  }

  var date: String { String(text.prefix(10)) }

  /// The local time: `20:00`; nil for a date alone.
  var clock: String? {
    let clock = text.dropFirst(11).prefix(5)
    return clock.isEmpty ? nil : String(clock)
  }

  /// The zone as written: `-07:00`, `Z`; nil if absent.
  var zone: String? {
    let rest = text.dropFirst(16).drop { $0 != "+" && $0 != "-" && $0 != "Z" && $0 != "z" }
    return rest.isEmpty ? nil : String(rest)
  }
}

/// `--dates`: the format of times in the results.
package enum YelpDates: String, Sendable, CaseIterable {
  /// Seconds since 1970.
  case unix
  /// RFC 3339, in UTC.
  case iso

  private static let names = ["time_created", "time_start", "time_end"]

  /// Returns the object with its times in this format.
  ///
  /// A time without a zone, as reviews have, is read as UTC. Other text is left unchanged.
  func converted(_ object: JSONView) -> JSONView {
    var writer = JSONWriter()
    writer.beginObject()
    var isChanged = false
    for member in object.fields {
      if Self.names.contains(member.key), let text = member.value.string,
        let seconds = RFC3339.seconds(text)
      {
        isChanged = true
        switch self {
        case .unix: writer.field(member.key, seconds)
        case .iso: writer.field(member.key, CivilDate.timestamp(seconds))
        }
      } else {
        writer.field(member.key, member.value)
      }
    }
    writer.endObject()
    return isChanged ? (try? JSONView.parse(writer.bytes)) ?? object : object
  }
}
