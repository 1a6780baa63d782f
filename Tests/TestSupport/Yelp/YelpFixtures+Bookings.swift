/// Available tables.
extension YelpFixtures {
  /// The day before 2026-12-01, the day, and two more; one is fully booked.
  static func openings(_ call: YelpTestServer.ParsedCall) -> String {
    let days = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"].map { day in
      #"{"date": "\#(day)", "times": \#(day.hasSuffix("02") ? "[]" : times)}"#
    }
    let range = #", "covers_range": {"min_party_size": 1, "max_party_size": 8}"#
    return """
      {"reservation_times": \(list(days))\(call["get_covers_range"] == nil ? "" : range)}
      """
  }

  private static let times = """
    [{"time": "18:30", "credit_card_required": false}, \
    {"time": "19:00", "credit_card_required": true}]
    """
}
