internal import WirelineCore

/// Results other than businesses over several lines; widths are in columns.
enum ResultBlocks {
  private static let indent = 2

  static func review(_ review: JSONView, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(reviewHeading(review))
    card.add(text: review["text"]?.string, indent: indent)
    if let url = review.link("url") {
      card.add(StyledText(String(repeating: " ", count: indent) + url))
    }
    return card.lines
  }

  static func event(_ event: JSONView, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(eventHeading(event))
    let times = ["time_start", "time_end"].compactMap { event.time($0) }
    card.add("time", times.joined(separator: " – "))
    card.add("place", event["location"]?.addressLine)
    card.add("cost", cost(event))
    card.add("attending", attending(event))
    card.add("url", link: event.link("event_site_url"))
    card.add("tickets", link: event.link("tickets_url"))
    return card.lines
  }

  static func chat(_ answer: JSONView, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(text: answer["response"]?["text"]?.string)
    for entity in answer["entities"]?.elements ?? [] {
      for business in entity["businesses"]?.elements ?? [] {
        let parts = [BusinessCard.name(business), business["location"]?.addressLine ?? ""]
        card.add("business", parts.filter { !$0.isEmpty }.joined(separator: ", "))
      }
    }
    // Not wrapped, so that it can be copied.
    card.add("chat", link: answer["chat_id"]?.string)
    return card.lines
  }

  static func openings(_ day: JSONView, width: Int) -> [StyledText] {
    guard let date = day["date"]?.string else { return [] }
    var card = CardLines(width: width)
    let times = (day["times"]?.elements ?? []).compactMap { time in
      time["time"]?.string.map {
        time["credit_card_required"]?.boolean == true ? "\($0) (credit card)" : $0
      }
    }
    card.add(date, times.isEmpty ? "none" : times.joined(separator: ", "))
    return card.lines
  }

  /// `★★★★★ 5.0  2016-08-29  Ella A.`
  private static func reviewHeading(_ review: JSONView) -> StyledText {
    let date = review.time("time_created").map {
      RFC3339.seconds($0) == nil ? $0 : String($0.prefix(10))
    }
    let rating = StarRating.text(review["rating"]?.double, isAligned: true)
    let user = StyledText(review["user"]?["name"]?.string ?? "", .title)
    return CardLines.joined([rating, StyledText(date ?? ""), user], by: "  ")
  }

  private static func eventHeading(_ event: JSONView) -> StyledText {
    let name = StyledText(event["name"]?.string ?? event["id"]?.string ?? "", .title)
    let isCanceled = event["is_canceled"]?.boolean == true
    return CardLines.joined([name, StyledText(isCanceled ? "canceled" : "", .warning)], by: "  ")
  }

  /// `free`, `10`, `10–25.5`; the API does not report the currency.
  private static func cost(_ event: JSONView) -> String? {
    if event["is_free"]?.boolean == true { return "free" }
    let bounds = ["cost", "cost_max"].compactMap { event[$0]?.scalarText }
    return bounds.first == bounds.last ? bounds.first : bounds.joined(separator: "–")
  }

  /// `12, 3 interested`
  private static func attending(_ event: JSONView) -> String? {
    let parts = [
      event["attending_count"]?.integer.map(String.init),
      event["interested_count"]?.integer.map { "\($0) interested" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
