internal import WirelineCore

/// All that is known of one business, over some lines.
enum BusinessCard {
  /// - Parameters:
  ///   - today: the weekday to mark among the hours; nil marks none.
  ///   - width: in columns.
  static func lines(
    _ business: YelpBusiness, today: YelpWeekday?, width: Int
  ) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(StyledText(BusinessTable.name(business), .title))
    card.add(facts(business))
    card.add(text: list(business.categories.map { $0.title ?? $0.alias ?? "" }))
    card.add("phone", phone(business))
    card.add("address", business.location?.line)
    card.add("url", link: business.url)
    card.add("claimed", business.isClaimed.map { $0 ? "yes" : "no" })
    card.add("photos", business.photos.isEmpty ? nil : "\(business.photos.count)")
    for hours in business.hours {
      card.add(label(of: hours), rows: OpeningHours.week(hours, today: today))
    }
    card.add("special hours", rows: business.specialHours.map(OpeningHours.special))
    card.add("transactions", list(business.transactions))
    card.add("messaging", business.messaging?.useCaseText)
    card.add(
      business.messaging?.useCaseText == nil ? "messaging" : "", link: business.messaging?.url)
    return card.lines
  }

  /// `★★★★½ 4.5 · 10006 reviews · $$ · open`
  private static func facts(_ business: YelpBusiness) -> StyledText {
    let parts = [
      StarRating(business.rating).text(),
      StyledText(business.reviewCount.map { $0 == 1 ? "1 review" : "\($0) reviews" } ?? ""),
      StyledText(business.price ?? ""),
      BusinessTable.status(business),
    ]
    var line = StyledText()
    for part in parts where !part.text.isEmpty {
      if !line.text.isEmpty { line.append(" · ") }
      line.append(part)
    }
    return line
  }

  private static func phone(_ business: YelpBusiness) -> String? {
    [business.displayPhone, business.phone].compactMap(\.self).first { !$0.isEmpty }
  }

  private static func list(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The API has one kind of hours; another one is told by its name.
  private static func label(of hours: YelpHours) -> String {
    guard let type = hours.type, type != "REGULAR" else { return "hours" }
    return type.lowercased()
  }
}
