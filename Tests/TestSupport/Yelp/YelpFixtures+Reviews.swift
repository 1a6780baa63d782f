/// Reviews and review highlights.
extension YelpFixtures {
  private static let texts = [
    "Très bon, très cher.\nThe second line…", "It said \"open\"; it was not...", "美味しかった!",
  ]

  static func reviews(_ call: YelpTestServer.ParsedCall) -> String {
    let page = call.page(of: texts.count, limit: 20)
    return """
      {"reviews": \(list(page) { review($0, for: call) }), "total": \(texts.count),
        "possible_languages": ["en", "fr"]}
      """
  }

  /// The second author is without a photo.
  private static func review(_ index: Int, for call: YelpTestServer.ParsedCall) -> String {
    let picture = index == 1 ? "null" : #""\#(photo("user-\(index)", for: call))""#
    return """
      {"id": "review-\(index)", "url": "https://www.yelp.example/biz/x?hrid=\(index)&a=1",
        "text": \(quoted(texts[index])), "rating": \(5 - index),
        "time_created": "2026-0\(index + 1)-29 00:41:13",
        "user": {"id": "user-\(index)", "name": "Żółć Ł.", "image_url": \(picture),
          "profile_url": "https://www.yelp.example/user_details?userid=\(index)"}}
      """
  }

  static func reviewHighlights(_ call: YelpTestServer.ParsedCall) -> String {
    let count = min(texts.count, max(0, call.integer("count") ?? texts.count))
    return """
      {"highlights": \(list(0..<count) { index in
        """
        {"text": \(quoted(texts[index])), "rating": \(index + 2).5, "feedback_count": \(12 * index),
          "language": "en"}
        """
      })}
      """
  }
}
