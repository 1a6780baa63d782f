/// Counts the cities found, and passes on those within offset and limit.
struct CityResults {
  let options: CitySearchOptions
  let countsAll: Bool
  private let body: (CityMatch) -> Void
  /// The cities found so far, including those before the offset and beyond the limit.
  private(set) var total = 0
  private var delivered = 0

  /// - Parameter countsAll: whether to continue beyond the limit, to know the total.
  init(_ options: CitySearchOptions, countsAll: Bool, _ body: @escaping (CityMatch) -> Void) {
    self.options = options
    self.countsAll = countsAll
    self.body = body
  }

  var wantsMore: Bool { countsAll || !isFull }

  private var isFull: Bool { options.limit > 0 && delivered >= options.limit }

  /// The number of cities that complete the results, including those that the offset skips.
  var missing: Int {
    countsAll || options.limit == 0 ? .max : options.offset + options.limit - total
  }

  /// Whether the next city is within offset and limit.
  var passesNext: Bool { total >= options.offset && !isFull }

  /// Counts a city.
  ///
  /// - Returns: whether to pass it on.
  mutating func count() -> Bool {
    let isPassed = passesNext
    total += 1
    if isPassed { delivered += 1 }
    return isPassed
  }

  /// Passes on the city that was just counted.
  func pass(
    _ city: City, as kind: CityMatch.Kind, matched: String? = nil, kilometres: Double? = nil
  ) {
    body(
      CityMatch(city: city, kind: kind, matched: matched, rank: total, kilometres: kilometres))
  }
}
