import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct StarRatingTests {
  @Test(
    arguments: [
      (nil, "", ""), (0, "", "0.0"), (0.24, "", "0.2"), (0.25, "½", "0.3"), (0.5, "½", "0.5"),
      (0.74, "½", "0.7"), (0.75, "★", "0.8"), (1, "★", "1.0"), (1.24, "★", "1.2"),
      (1.25, "★½", "1.3"), (2.5, "★★½", "2.5"), (3.74, "★★★½", "3.7"), (3.75, "★★★★", "3.8"),
      (4.3, "★★★★½", "4.3"), (4.5, "★★★★½", "4.5"), (4.74, "★★★★½", "4.7"),
      (4.75, "★★★★★", "4.8"), (5, "★★★★★", "5.0"), (5.1, "★★★★★", "5.0"), (-1, "", "0.0"),
      (1e300, "★★★★★", "5.0"), (.nan, "", ""), (-.infinity, "", "0.0"),
    ] as [(Double?, String, String)])
  func roundsToTheNearestHalf(rating: Double?, stars: String, number: String) {
    #expect(StarRating.text(rating).text == (stars.isEmpty ? number : "\(stars) \(number)"))
  }

  @Test(
    arguments: [
      (nil, ""), (0, "0 m"), (0.4, "0 m"), (946.39, "946 m"), (999.4, "999 m"), (999.5, "1.0 km"),
      (1000, "1.0 km"), (1049, "1.0 km"), (1050, "1.1 km"), (12_345, "12.3 km"),
      (40_000, "40.0 km"), (-1, ""), (.infinity, ""),
    ] as [(Double?, String)])
  func formatsDistances(meters: Double?, text: String) {
    #expect(DistanceText.of(meters: meters) == text)
  }

  @Test func formatsAnyDistance() {
    #expect(DistanceText.of(meters: 1e300).hasSuffix(" km"))
  }
}
