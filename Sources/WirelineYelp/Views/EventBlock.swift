internal import WirelineCore

/// An event, over some lines.
enum EventBlock {
  /// - Parameter width: in columns.
  static func lines(_ event: YelpEvent, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(heading(event))
    card.add("time", EventTime.text(start: event.timeStart, end: event.timeEnd))
    card.add("place", event.location?.line)
    card.add("cost", cost(event))
    card.add("attending", attending(event))
    card.add("url", link: event.siteURL)
    card.add("tickets", link: event.ticketsURL)
    return card.lines
  }

  private static func heading(_ event: YelpEvent) -> StyledText {
    var line = StyledText(event.name ?? event.id ?? "", .title)
    if event.isCanceled == true {
      if !line.text.isEmpty { line.append("  ") }
      line.append("canceled", .warning)
    }
    return line
  }

  /// `free`, `10`, `10–25.50`: the API names no currency.
  private static func cost(_ event: YelpEvent) -> String? {
    if event.isFree == true { return "free" }
    let bounds = [event.cost, event.maximumCost].compactMap(\.self)
    guard let first = bounds.first else { return nil }
    guard let last = bounds.last, last != first else { return amount(first) }
    return "\(amount(first))–\(amount(last))"
  }

  /// Without a fraction, or with two digits.
  private static func amount(_ value: Double) -> String {
    let cents = (value * 100).rounded()
    guard abs(cents) < 1e15 else { return "\(value)" }
    let (whole, rest) = Int(abs(cents)).quotientAndRemainder(dividingBy: 100)
    let sign = cents < 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// `12, 3 interested`
  private static func attending(_ event: YelpEvent) -> String? {
    let parts = [
      event.attendingCount.map(String.init), event.interestedCount.map { "\($0) interested" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
