/// From when to when, by the clock of the place.
enum EventTime {
  /// `2018-06-02 20:00–23:00 (-07:00)`, `2018-06-02 20:00 – 2018-06-03 02:00`; a text that is no
  /// time stays as it is; nil without a start.
  static func text(start: String?, end: String?) -> String? {
    guard let start else { return nil }
    guard let first = YelpTimestamp(start) else {
      return [start, end].compactMap(\.self).joined(separator: " – ")
    }
    let zone = first.zone.map { " (\($0))" } ?? ""
    guard let end else { return moment(first) + zone }
    guard let last = YelpTimestamp(end), last.zone == first.zone else {
      return moment(first) + zone + " – " + end
    }
    if last.date == first.date, let clock = last.clock {
      return "\(moment(first))–\(clock)\(zone)"
    }
    return "\(moment(first)) – \(moment(last))\(zone)"
  }

  private static func moment(_ time: YelpTimestamp) -> String {
    time.date + (time.clock.map { " " + $0 } ?? "")
  }
}
