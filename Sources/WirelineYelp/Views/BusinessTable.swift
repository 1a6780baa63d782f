internal import WirelineCore

/// Businesses as rows.
enum BusinessTable {
  static let titles = ["name", "rating", "reviews", "price", "status", "distance", "address"]

  /// One for each title; empty where nothing is known.
  static func cells(_ business: YelpBusiness) -> [StyledText] {
    [
      StyledText(name(business)),
      StarRating(business.rating).text(isAligned: true),
      StyledText(business.reviewCount.map(String.init) ?? ""),
      StyledText(business.price ?? ""),
      status(business),
      StyledText(DistanceText.of(meters: business.distanceMeters)),
      StyledText(business.location?.line ?? ""),
    ]
  }

  /// What a business is called, its alias or identifier where it has no name.
  static func name(_ business: YelpBusiness) -> String {
    [business.name, business.alias, business.id].compactMap(\.self).first { !$0.isEmpty } ?? ""
  }

  /// `permanently closed`, else whether it was open when the answer was made; empty where nobody
  /// says.
  static func status(_ business: YelpBusiness) -> StyledText {
    if business.isClosed == true { return StyledText("permanently closed", .warning) }
    return StyledText(business.isOpenNow.map { $0 ? "open" : OpeningHours.closed } ?? "")
  }
}
