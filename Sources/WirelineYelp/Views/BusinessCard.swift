internal import WirelineCore

/// The details of one business over several lines.
enum BusinessCard {
  /// - Parameter width: in columns.
  static func lines(_ business: JSONView, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(StyledText(name(business), .title))
    card.add(properties(business))
    card.add(
      text: list(
        (business["categories"]?.elements ?? []).map {
          $0["title"]?.string ?? $0["alias"]?.string ?? ""
        }))
    card.add(
      "phone",
      ["display_phone", "phone"].compactMap { business[$0]?.string }.first { !$0.isEmpty })
    card.add("address", business["location"]?.addressLine)
    card.add("url", link: business.link("url"))
    card.add("claimed", business["is_claimed"]?.boolean.map { $0 ? "yes" : "no" })
    let photos = business.strings("photos").count { !$0.isEmpty }
    card.add("photos", photos == 0 ? nil : "\(photos)")
    for hours in business.openingHours { card.add("hours", rows: OpeningHours.week(hours)) }
    card.add("special hours", rows: business.specialHours.map(OpeningHours.special))
    card.add("transactions", list(business.strings("transactions")))
    let useCase = business["messaging"]?["use_case_text"]?.string
    card.add("messaging", useCase)
    card.add(useCase == nil ? "messaging" : "", link: business["messaging"]?.link("url"))
    return card.lines
  }

  /// The name of a business, otherwise its alias or identifier.
  static func name(_ business: JSONView) -> String {
    ["name", "alias", "id"].lazy.compactMap { business[$0]?.string }.first { !$0.isEmpty } ?? ""
  }

  /// `permanently closed`, `open` or `closed` at the time of the response, or empty if unknown.
  static func status(_ business: JSONView) -> StyledText {
    if business["is_closed"]?.boolean == true { return StyledText("permanently closed", .warning) }
    return StyledText(business.isOpenNow.map { $0 ? "open" : OpeningHours.closed } ?? "")
  }

  /// `★★★★½ 4.5 · 10006 reviews · $$ · open`
  private static func properties(_ business: JSONView) -> StyledText {
    let reviews = business["review_count"]?.integer
    return CardLines.joined(
      [
        StarRating.text(business["rating"]?.double),
        StyledText(reviews.map { $0 == 1 ? "1 review" : "\($0) reviews" } ?? ""),
        StyledText(business["price"]?.string ?? ""),
        status(business),
      ], by: " · ")
  }

  private static func list(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Formats opening hours.
enum OpeningHours {
  static let closed = "closed"

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The days from Monday to Sunday with their times; empty for hours without any.
  static func week(_ hours: JSONView) -> [String] {
    var spans: [Int: [JSONView]] = [:]
    for period in hours["open"]?.elements ?? [] {
      // The API's number of a day: 0 is Monday.
      guard let day = period["day"]?.integer, days.indices.contains(day) else { continue }
      spans[day, default: []].append(period)
    }
    if spans.isEmpty { return [] }
    return days.enumerated().map { day, name in
      let padding = String(repeating: " ", count: "Wednesday  ".count - name.count)
      return name + padding + times(spans[day] ?? [])
    }
  }

  /// The hours of one date: `2026-12-24  10:00–14:00`.
  static func special(_ hours: JSONView) -> String {
    let times = hours["is_closed"]?.boolean == true ? closed : times([hours])
    return [hours["date"]?.string ?? "?", times].joined(separator: "  ")
  }

  /// `11:00–14:30, 18:00–02:00 (+1)` in the order of the day; `closed` for none.
  private static func times(_ spans: [JSONView]) -> String {
    let sorted = spans.sorted { ($0["start"]?.string ?? "?") < ($1["start"]?.string ?? "?") }
    let texts = sorted.compactMap(text)
    return texts.isEmpty ? closed : texts.joined(separator: ", ")
  }

  /// `18:00–02:00 (+1)` for an end on the next day; nil for a span without times.
  private static func text(_ span: JSONView) -> String? {
    let (start, end) = (span["start"]?.string, span["end"]?.string)
    if start == nil, end == nil { return nil }
    let isOvernight = span["is_overnight"]?.boolean == true
    if isOvernight, start == "0000", end == "0000" { return "open 24 hours" }
    return "\(clock(start))–\(clock(end))" + (isOvernight ? " (+1)" : "")
  }

  /// `09:30` for `0930`; other text is returned unchanged.
  private static func clock(_ text: String?) -> String {
    guard let text, text.utf8.count == 4, Int(digits: text) != nil else { return text ?? "?" }
    return "\(text.prefix(2)):\(text.suffix(2))"
  }
}

/// A rating as stars, rounded to halves, and as a number with one decimal.
///
///     0     0.24  0.25  0.74  0.75  4.3    4.5    4.75
///                 ½     ½     ★     ★★★★½  ★★★★½  ★★★★★
enum StarRating {
  private static let width = 5

  /// `★★★★½ 4.5`; empty without a rating.
  ///
  /// - Parameter rating: 0 to 5; other numbers are clamped.
  static func text(_ rating: Double?, isAligned: Bool = false) -> StyledText {
    guard let rating, !rating.isNaN else { return StyledText() }
    let clamped = min(max(rating, 0), 5)
    let (halves, tenths) = (Int((clamped * 2).rounded()), Int((clamped * 10).rounded()))
    let stars = String(repeating: "★", count: halves / 2) + (halves % 2 == 1 ? "½" : "")
    var text = StyledText(stars, .stars)
    if isAligned { text.pad(to: width) }
    if !text.text.isEmpty { text.append(" ") }
    text.append("\(tenths / 10).\(tenths % 10)")
    return text
  }
}

/// A distance in whole meters below a kilometer, otherwise in kilometers with one decimal.
enum DistanceText {
  /// `946 m`, `1.0 km`, `12.3 km`; empty for nil and for invalid distances.
  static func of(meters: Double?) -> String {
    guard let meters, meters >= 0, meters.isFinite else { return "" }
    let whole = meters.rounded()
    return whole < 1000 ? "\(Int(whole)) m" : "\((meters / 100).rounded() / 10) km"
  }
}
