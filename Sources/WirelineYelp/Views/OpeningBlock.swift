internal import WirelineCore

/// A day, and the times at which a table can be had on it.
enum OpeningBlock {
  /// - Parameter width: in columns.
  static func lines(_ day: YelpReservationDay, width: Int) -> [StyledText] {
    guard let date = day.date else { return [] }
    var card = CardLines(width: width)
    let times = day.times.compactMap { time in
      time.time.map { time.isCreditCardRequired == true ? "\($0) (credit card)" : $0 }
    }
    card.add(date, times.isEmpty ? "none" : times.joined(separator: ", "))
    return card.lines
  }
}
