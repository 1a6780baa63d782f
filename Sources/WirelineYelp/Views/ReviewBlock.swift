internal import WirelineCore

/// A review, its text broken into lines.
enum ReviewBlock {
  private static let indent = 2

  /// - Parameter width: in columns.
  static func lines(_ review: YelpReview, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(heading(review))
    card.add(text: review.text, indent: indent)
    if let url = review.url {
      card.add(StyledText(String(repeating: " ", count: indent) + url))
    }
    return card.lines
  }

  /// `★★★★★ 5.0  2016-08-29  Ella A.`
  private static func heading(_ review: YelpReview) -> StyledText {
    let date = review.timeCreated.map { YelpTimestamp($0)?.date ?? $0 }
    var line = StarRating(review.rating).text(isAligned: true)
    for part in [StyledText(date ?? ""), StyledText(review.user?.name ?? "", .title)]
    where !part.text.isEmpty {
      if !line.text.isEmpty { line.append("  ") }
      line.append(part)
    }
    return line
  }
}
